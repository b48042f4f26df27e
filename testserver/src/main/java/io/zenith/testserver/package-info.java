/// Servers for tests and benchmarks: S3 on this machine, and a network that fails on demand.
@NullMarked
package io.zenith.testserver;

import org.jspecify.annotations.NullMarked;
