package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// A page of a column chunk.
///
/// @param header what stands before it
/// @param bytes as they are stored
/// @param place where it is
/// @param encryption how the bytes are encrypted, if they are
record Page(
    PageHeader header, MemorySegment bytes, Place place, Optional<PageEncryption> encryption) {}
