package io.zenith.internal.order;

/// What becomes of the rows at the end of an epoch that do not fill a global batch.
public enum End {
  /// They make a last step that is short.
  KEEP,
  /// They are left out.
  DROP,
  /// They make a last step that is filled up with its own rows, from its start.
  PAD
}
