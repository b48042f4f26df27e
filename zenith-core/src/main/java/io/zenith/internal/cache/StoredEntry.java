package io.zenith.internal.cache;

import java.lang.foreign.MemorySegment;

/// An entry that was read and checked.
///
/// @param kept the parts, each at a multiple of [EntryFormat#ALIGNMENT], mapped
/// @param structure what the parts are
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredEntry(MemorySegment kept, byte[] structure) {}
