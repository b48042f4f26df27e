package io.zenith;

import io.zenith.internal.order.End;

/// What becomes of the rows at the end of an epoch that do not fill a step of all ranks.
public enum Remainder {
  /// They make a last, shorter step. Of several ranks some get shorter batches then, or empty ones.
  KEEP(End.KEEP),
  /// They are left out.
  DROP(End.DROP),
  /// They make a last step that is filled up with its own rows, from its start: see
  /// [Batch#padding()].
  PAD(End.PAD);

  private final End end;

  Remainder(End end) {
    this.end = end;
  }

  static Remainder of(End end) {
    return switch (end) {
      case KEEP -> KEEP;
      case DROP -> DROP;
      case PAD -> PAD;
    };
  }

  End end() {
    return end;
  }
}
