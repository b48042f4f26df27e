import org.jspecify.annotations.NullMarked;

/// Schemas as Arrow stores them: what formats read that hold one.
@NullMarked
module io.zenith.arrow.schema {
  requires transitive io.zenith.core;
  requires transitive org.apache.arrow.format;
  requires flatbuffers.java;
  requires static org.jspecify;

  exports io.zenith.arrow.schema;
}
