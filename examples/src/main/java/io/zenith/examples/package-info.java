/// Trainings that read Fashion-MNIST by Zenith: each can be killed at any step, and goes on where
/// it was.
@NullMarked
package io.zenith.examples;

import org.jspecify.annotations.NullMarked;
