package io.zenith;

/// What becomes of the rows at the end of an epoch that do not fill a batch.
public enum Remainder {
  /// They make a last, shorter batch.
  KEEP,
  /// They are left out.
  DROP
}
