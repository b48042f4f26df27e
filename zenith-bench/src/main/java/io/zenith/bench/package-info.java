/// Benchmarks: Zenith beside its peers, in one run, on the machine at hand.
@NullMarked
package io.zenith.bench;

import org.jspecify.annotations.NullMarked;
