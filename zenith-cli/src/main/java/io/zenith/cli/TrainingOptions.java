package io.zenith.cli;

/// How the demo trains.
record TrainingOptions(int epochs, int batchSize, double learningRate, long seed) {}
