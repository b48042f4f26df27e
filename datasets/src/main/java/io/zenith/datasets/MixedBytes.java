package io.zenith.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// The columns of [GeneratedSet#MIXED] that hold text and bytes.
final class MixedBytes {
  /// Empty, one character, two to four bytes a character, joined characters, right to left, control
  /// characters, and what CSV would have to quote.
  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          "a",
          "Grüße",
          "日本語",
          "🦊 und 🌍",
          "👩‍👩‍👧",
          "e\u0301",
          "שלום",
          "line\nbreak",
          "nul\u0000inside",
          "\"quoted\", and a comma",
          "\uFFFD",
          "\uDBFF\uDFFF");

  private static final int TEXT_MAX = 40;
  private static final int BINARY_MAX = 64;
  private static final int FIXED_WIDTH = 7;
  private static final int UUID_WIDTH = 16;

  private MixedBytes() {}

  static List<MixedColumn<?>> columns() {
    return List.of(
        MixedColumn.of(
            "utf8",
            new ArrowType.Utf8(),
            VarCharVector.class,
            (vector, at, random) -> vector.setSafe(at, text(random))),
        MixedColumn.of(
            "binary",
            new ArrowType.Binary(),
            VarBinaryVector.class,
            (vector, at, random) ->
                vector.setSafe(at, random.bytes(random.below(BINARY_MAX + 1, 1), 2))),
        MixedColumn.of(
            "fixed_size_binary",
            new ArrowType.FixedSizeBinary(FIXED_WIDTH),
            FixedSizeBinaryVector.class,
            (vector, at, random) -> vector.setSafe(at, random.bytes(FIXED_WIDTH, 1))),
        new MixedColumn<>(
            new Field("uuid", uuid(), null),
            FixedSizeBinaryVector.class,
            (vector, at, random) -> vector.setSafe(at, random.bytes(UUID_WIDTH, 1))));
  }

  /// An odd text, or letters of any length with an umlaut here and there.
  static byte[] text(RowRandom random) {
    if (random.oneIn(3, 1)) {
      return ODD_TEXTS.get(random.below(ODD_TEXTS.size(), 2)).getBytes(UTF_8);
    }
    StringBuilder text = new StringBuilder();
    int length = random.below(TEXT_MAX + 1, 2);
    for (int at = 0; at < length; at++) {
      int letter = random.below(27, 3 + at);
      text.append(letter == 26 ? 'ü' : (char) ('a' + letter));
    }
    return text.toString().getBytes(UTF_8);
  }

  /// The canonical extension type, given by its metadata: the storage is what is written. The map
  /// is sorted since the order of `Map.of`, which would reach the file, differs from run to run.
  private static FieldType uuid() {
    return new FieldType(
        true,
        new ArrowType.FixedSizeBinary(UUID_WIDTH),
        null,
        new TreeMap<>(
            Map.of("ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "")));
  }
}
