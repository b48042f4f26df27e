package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.codec.Codec;
import io.zenith.codec.CorruptDataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Decompresses the buffers of a batch, each by itself: before it stands how many bytes it gives,
/// or -1 if it is stored as it is.
///
/// What a buffer declares is not trusted. Where the type and the number of values tell how much is
/// needed, more is refused; elsewhere what the stored bytes cannot stand for. Within that the
/// memory budget decides.
///
/// From: Arrow columnar format, IPC, Record Batch Body Structure, Compression.
///
/// @param codec the codec of the batch
/// @param header the batch
/// @param memory where decompressed buffers go
/// @param place the batch, for errors
record BodyDecoder(Codec codec, BatchHeader header, SegmentAllocator memory, Place place) {
  private static final long PREFIX = Long.BYTES;
  private static final long STORED = -1;

  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The bytes of a buffer, decompressed if they are compressed.
  ///
  /// @param index the buffer, counted in the batch
  /// @param stored its bytes in the body
  MemorySegment decode(ColumnLayout column, int index, MemorySegment stored) {
    if (stored.byteSize() == 0) {
      return MemorySegment.NULL;
    }
    long prefix = stored.byteSize() < PREFIX ? 0 : stored.get(LENGTH, 0);
    long declared = declared(column, index, prefix, stored.byteSize());
    MemorySegment data = stored.asSlice(PREFIX);
    if (declared == STORED) {
      return data;
    }
    if (declared == 0) {
      return MemorySegment.NULL;
    }
    MemorySegment target = memory.allocate(declared, 64);
    try {
      codec.decompress(data, target);
    } catch (CorruptDataException e) {
      throw place(column, index)
          .in("byte " + (PREFIX + e.offset()))
          .malformed(e.found(), e.expected());
    }
    return target;
  }

  /// Names the buffers of a verified column whose length only their first bytes tell, without those
  /// of its children.
  ///
  /// @param body the first byte of the body in the file
  void want(ColumnLayout column, long body, BufferPrefixes prefixes) {
    int end = header.firstBuffer(column.node() + 1);
    for (int i = header.firstBuffer(column.node()); i < end; i++) {
      if (header.bufferLength(i) >= PREFIX && needed(column, i) == BufferSizes.UNKNOWN) {
        prefixes.want(body + header.bufferOffset(i));
      }
    }
  }

  /// The most memory that the buffers of a verified column take, without those of its children.
  ///
  /// @param body the first byte of the body in the file
  /// @param prefixes have what was wanted
  long mostBytes(ColumnLayout column, long body, BufferPrefixes prefixes) {
    long bytes = 0;
    int end = header.firstBuffer(column.node() + 1);
    for (int i = header.firstBuffer(column.node()); i < end; i++) {
      bytes = Math.addExact(bytes, mostBytes(column, i, body, prefixes));
    }
    return bytes;
  }

  private long mostBytes(ColumnLayout column, int index, long body, BufferPrefixes prefixes) {
    long stored = header.bufferLength(index);
    if (stored == 0) {
      return 0;
    }
    long needed = needed(column, index);
    if (needed != BufferSizes.UNKNOWN) {
      return Math.min(needed, padded(codec.maxDecompressedBytes(stored)));
    }
    long prefix = stored < PREFIX ? 0 : prefixes.at(body + header.bufferOffset(index));
    return padded(Math.max(0, declared(column, index, prefix, stored)));
  }

  private static long padded(long bytes) {
    return Math.addExact(bytes, 64);
  }

  private long declared(ColumnLayout column, int index, long declared, long stored) {
    if (stored < PREFIX) {
      throw place(column, index)
          .malformed("a compressed buffer of " + stored + " bytes", "at least " + PREFIX);
    }
    long most = codec.maxDecompressedBytes(stored - PREFIX);
    long needed = needed(column, index);
    if (needed != BufferSizes.UNKNOWN) {
      most = Math.min(most, needed);
    }
    if (declared != STORED && (declared < 0 || declared > most)) {
      throw place(column, index)
          .malformed(declared + " bytes, compressed to " + (stored - PREFIX), "at most " + most);
    }
    return declared;
  }

  private long needed(ColumnLayout column, int index) {
    int number = index - header.firstBuffer(column.node());
    int role = header.hasValidity(column) ? number : number + 1;
    return BufferSizes.most(column.type(), role, header.length(column.node()));
  }

  private Place place(ColumnLayout column, int index) {
    return place.in(column.path()).in("buffer " + (index - header.firstBuffer(column.node())));
  }
}
