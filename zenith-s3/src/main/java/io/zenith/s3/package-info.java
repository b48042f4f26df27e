/// Reads files in object stores that speak the protocol of Amazon S3, and on web servers.
@NullMarked
package io.zenith.s3;

import org.jspecify.annotations.NullMarked;
