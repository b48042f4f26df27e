import org.jspecify.annotations.NullMarked;

/// Delimited text for Zenith: typed columns, parsed in parallel.
@NullMarked
module io.zenith.csv {
  requires transitive io.zenith.core;
  requires static org.jspecify;

  exports io.zenith.csv;

  provides io.zenith.spi.Format with
      io.zenith.csv.Csv;
}
