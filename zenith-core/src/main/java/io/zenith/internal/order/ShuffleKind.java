package io.zenith.internal.order;

/// How far rows are shuffled.
public enum ShuffleKind {
  /// Not at all: blocks and rows stay in file order.
  NONE,
  /// Pieces of blocks within a lane, and rows within a window.
  WINDOWED,
  /// All rows among each other.
  GLOBAL
}
