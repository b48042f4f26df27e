package io.zenith.parquet;

/// Decodes values of any length.
interface BytesDecoder {

  /// Decodes the next values.
  void read(int count, BytesTarget target);
}
