/// Trainings in engines, measured: how long an epoch takes, and how much of it is waiting for data.
@NullMarked
package io.zenith.bench.training;

import org.jspecify.annotations.NullMarked;
