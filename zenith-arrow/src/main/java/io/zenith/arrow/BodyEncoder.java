package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.codec.Codec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;

/// Compresses the buffers of a body, each by itself, as [BodyDecoder] expects them: before it
/// stands how many bytes it gives, or -1 if it is stored as it is, since it got no smaller.
///
/// Buffers are copied first, so that native code meets no mapping, and nothing can fail on the
/// threads that compress.
///
/// @param compression how; perhaps not at all
/// @param memory for copies and results, together about twice the body
record BodyEncoder(Compression compression, WriterMemory memory) {
  private static final long PREFIX = Long.BYTES;
  private static final long STORED = -1;

  /// Less is compressed before other threads have begun.
  private static final long PARALLEL_BYTES = 1 << 18;

  /// The body as it goes to the file.
  WrittenBody encode(WrittenBody body) {
    return compression.codec().map(codec -> encode(codec, body)).orElse(body);
  }

  private WrittenBody encode(Codec codec, WrittenBody body) {
    List<MemorySegment> sources = new ArrayList<>();
    List<MemorySegment> targets = new ArrayList<>();
    for (MemorySegment buffer : body.buffers()) {
      long bytes = buffer.byteSize();
      sources.add(bytes == 0 ? MemorySegment.NULL : copy(buffer));
      targets.add(
          bytes == 0
              ? MemorySegment.NULL
              : memory.allocate(PREFIX + codec.maxCompressedBytes(bytes)));
    }
    IntStream all = IntStream.range(0, sources.size());
    List<MemorySegment> encoded =
        (body.bytes() < PARALLEL_BYTES ? all : all.parallel())
            .mapToObj(i -> encode(codec, sources.get(i), targets.get(i)))
            .toList();
    return body.withBuffers(encoded);
  }

  /// The buffer as it is, in the form that it has if it does not compress.
  private MemorySegment copy(MemorySegment buffer) {
    MemorySegment copy = memory.allocate(PREFIX + buffer.byteSize());
    copy.set(Numbers.LONG, 0, STORED);
    MemorySegment.copy(buffer, 0, copy, PREFIX, buffer.byteSize());
    return copy;
  }

  private static MemorySegment encode(Codec codec, MemorySegment source, MemorySegment target) {
    if (source.byteSize() == 0) {
      return source;
    }
    MemorySegment content = source.asSlice(PREFIX);
    long compressed = codec.compress(content, target.asSlice(PREFIX));
    if (compressed >= content.byteSize()) {
      return source;
    }
    target.set(Numbers.LONG, 0, content.byteSize());
    return target.asSlice(0, PREFIX + compressed);
  }

  /// Says in the header of a batch how it is compressed.
  ///
  /// @return where that is; 0 if it is not
  int header(FlatBufferBuilder out) {
    return switch (compression) {
      case NONE -> 0;
      case LZ4 -> header(out, CompressionType.LZ4_FRAME);
      case ZSTD -> header(out, CompressionType.ZSTD);
    };
  }

  private static int header(FlatBufferBuilder out, byte codec) {
    return BodyCompression.createBodyCompression(out, codec, BodyCompressionMethod.BUFFER);
  }
}
