package io.zenith.internal.pipeline;

import io.zenith.spi.Split;

/// A split and the file it belongs to.
///
/// @param file the place of the file in the dataset
/// @param split the split
public record FileSplit(int file, Split split) {}
