import org.jspecify.annotations.NullMarked;

/// The core of Zenith: datasets, data loaders, batches and columns, and the seams that formats and
/// storages fill.
@NullMarked
module io.zenith.core {
  requires static jdk.jfr;
  requires static org.jspecify;

  exports io.zenith;
  exports io.zenith.error;
  exports io.zenith.schema;
  exports io.zenith.spi;

  uses io.zenith.spi.Format;
  uses io.zenith.spi.Storage;
}
