package io.zenith;

import io.zenith.spi.StoredFile;

/// Where a row of a step is from.
///
/// @param position its place in the order of the epoch, over all ranks, from 0
/// @param number its number in the dataset, in file order and whatever the filter, from 0
/// @param fileNumber the place of its file in [Dataset#files()]
/// @param file its file
/// @param split the number of its split in the file, from 0
/// @param row its number in the file, from 0
/// @param padding whether it fills the step up, and comes in it for the second time
public record RowPlace(
    long position,
    long number,
    int fileNumber,
    StoredFile file,
    int split,
    long row,
    boolean padding) {}
