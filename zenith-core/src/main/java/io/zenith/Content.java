package io.zenith;

import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// The checks that need a pass over the data: offsets rise and stay inside, text is UTF-8, indices
/// hit the dictionary. After it no value of the column can fail to be read.
///
/// What lies under a null is not checked, but for offsets, which place the values after it.
final class Content {
  private Content() {}

  static void check(Node node) {
    try {
      pass(node);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private static void pass(Node node) {
    try {
      switch (node.kind) {
        case BOOLEAN, BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, FIXED_SIZE_BINARY -> {}
        case UTF8 -> {
          offsets(node, node.values.byteSize());
          text(node);
        }
        case BINARY -> offsets(node, node.values.byteSize());
        case LIST -> {
          offsets(node, node.children.getFirst().length);
          node.children.forEach(Node::checked);
        }
        case FIXED_SIZE_LIST, STRUCT -> node.children.forEach(Node::checked);
        case DICTIONARY -> indices(node);
      }
    } finally {
      Fault.settle();
    }
  }

  private static void offsets(Node node, long limit) {
    if (node.length == 0) {
      return;
    }
    MemorySegment offsets = node.offsets;
    int previous = 0;
    for (long i = 0; i <= node.length; i++) {
      int offset = offsets.get(Layouts.INT, i << 2);
      if (offset < previous) {
        throw node.malformed(
            Math.max(0, i - 1),
            "offset " + offset + " after " + previous,
            "offsets that rise from 0");
      }
      previous = offset;
    }
    if (previous > limit) {
      throw node.malformed(node.length - 1, "end offset " + previous, "at most " + limit);
    }
  }

  private static void text(Node node) {
    if (node.length == 0) {
      return;
    }
    if (!node.hasNulls) {
      long first = node.offset(0);
      if (Utf8.firstInvalid(node.values, first, node.offset(node.length)) < 0) {
        boundaries(node);
        return;
      }
    }
    for (long i = 0; i < node.length; i++) {
      if (!node.isNull(i)) {
        long bad = Utf8.firstInvalid(node.values, node.offset(i), node.offset(i + 1));
        if (bad >= 0) {
          throw node.malformed(
              i,
              String.format(
                  "byte 0x%02x at offset %d of its text buffer",
                  node.values.get(Layouts.BYTE, bad), bad),
              "UTF-8");
        }
      }
    }
  }

  /// Where the whole buffer is sound, a value is sound if it begins at the start of a character.
  private static void boundaries(Node node) {
    long end = node.offset(node.length);
    for (long i = 0; i < node.length; i++) {
      long offset = node.offset(i);
      if (offset < end && Utf8.isContinuation(node.values.get(Layouts.BYTE, offset))) {
        throw node.malformed(i, "text that begins inside a character", "UTF-8");
      }
    }
  }

  private static void indices(Node node) {
    Node dictionary = Objects.requireNonNull(node.dictionary);
    dictionary.checked();
    for (long i = 0; i < node.length; i++) {
      long index = node.integer(i);
      if ((index < 0 || index >= dictionary.length) && !node.isNull(i)) {
        throw node.malformed(i, "dictionary index " + index, "an index below " + dictionary.length);
      }
    }
  }
}
