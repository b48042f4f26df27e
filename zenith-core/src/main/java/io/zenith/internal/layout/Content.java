package io.zenith.internal.layout;

import io.zenith.internal.storage.Fault;
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
        case NULL,
            BOOLEAN,
            BYTE,
            SHORT,
            INT,
            LONG,
            HALF,
            FLOAT,
            DOUBLE,
            DECIMAL,
            INTERVAL,
            FIXED_SIZE_BINARY -> {}
        case UTF8, BINARY -> variable(node);
        case LIST -> {
          long elements = node.children.getFirst().length;
          if (node.scattered) {
            listViews(node, elements);
          } else {
            offsets(node, elements);
          }
          node.children.forEach(Node::checked);
        }
        case FIXED_SIZE_LIST, STRUCT -> node.children.forEach(Node::checked);
        case UNION -> {
          members(node);
          node.children.forEach(Node::checked);
        }
        case RUN_END_ENCODED -> {
          runEnds(node);
          node.children.forEach(Node::checked);
        }
        case DICTIONARY -> indices(node);
      }
    } finally {
      Fault.settle();
    }
  }

  private static void variable(Node node) {
    if (node.scattered) {
      Views.check(node);
      return;
    }
    offsets(node, node.values.byteSize());
    if (node.kind == Kind.UTF8) {
      text(node);
    }
  }

  private static void offsets(Node node, long limit) {
    if (node.length == 0) {
      return;
    }
    long previous = 0;
    for (long i = 0; i <= node.length; i++) {
      long offset = node.offset(i);
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

  /// Also under a null, since others place a batch's elements by it.
  private static void listViews(Node node, long limit) {
    for (long i = 0; i < node.length; i++) {
      long offset = node.offset(i);
      long size = node.size(i);
      if (offset < 0 || size < 0 || size > limit - offset) {
        throw node.malformed(
            i, size + " elements from " + offset + " on", "a list within " + limit + " elements");
      }
    }
  }

  private static void members(Node node) {
    boolean dense = Unions.isDense(node);
    for (long i = 0; i < node.length; i++) {
      int child = Unions.index(node, i);
      if (child < 0) {
        throw node.malformed(i, "type id " + Unions.typeId(node, i), "one of " + node.field.type());
      }
      long length = node.children.get(child).length;
      if (dense && (node.offset(i) < 0 || node.offset(i) >= length)) {
        throw node.malformed(i, "offset " + node.offset(i), "one below " + length);
      }
    }
  }

  private static void runEnds(Node node) {
    Node ends = node.children.getFirst();
    Node values = node.children.getLast();
    if (ends.length > values.length) {
      throw node.malformed(
          0, ends.length + " runs of " + values.length + " values", "a value each");
    }
    long previous = 0;
    for (long i = 0; i < ends.length; i++) {
      long end = ends.integer(i);
      if (ends.isNull(i)) {
        throw node.malformed(previous, "a run end that is null", "one above " + previous);
      }
      if (end <= previous) {
        throw node.malformed(
            previous, "run end " + end + " after " + previous, "run ends that rise from 1");
      }
      previous = end;
    }
    if (previous < node.length) {
      throw node.malformed(previous, "a last run end " + previous, "at least " + node.length);
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
                  node.int8(node.values, bad) & 0xff, bad),
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
