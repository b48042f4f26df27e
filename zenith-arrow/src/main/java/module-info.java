import org.jspecify.annotations.NullMarked;

/// Arrow IPC files for Zenith: columns as views of the mapped file.
@NullMarked
module io.zenith.arrow {
  requires transitive io.zenith.core;
  requires io.zenith.arrow.schema;
  requires io.zenith.codec;
  requires org.apache.arrow.format;
  requires flatbuffers.java;
  requires static org.jspecify;
  requires static org.apache.arrow.memory.core;
  requires static org.apache.arrow.vector;
  requires static org.apache.arrow.c;

  exports io.zenith.arrow;
  exports io.zenith.arrow.bridge;

  provides io.zenith.spi.Format with
      io.zenith.arrow.Arrow;
}
