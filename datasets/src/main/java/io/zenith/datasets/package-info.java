/// Generators of data sets for demonstrations, tests and benchmarks, written as Arrow files.
@NullMarked
package io.zenith.datasets;

import org.jspecify.annotations.NullMarked;
