@NullMarked
package io.zenith.cli;

import org.jspecify.annotations.NullMarked;
