package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// A page of a column chunk.
///
/// @param header what stands before it
/// @param bytes as they are stored
/// @param place where it is
record Page(PageHeader header, MemorySegment bytes, Place place) {}
