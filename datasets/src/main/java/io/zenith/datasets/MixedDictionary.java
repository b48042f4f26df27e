package io.zenith.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// A dictionary of [GeneratedSet#MIXED]: texts that end in their number.
///
/// @param id the number of the dictionary in the file
/// @param indexBits width of the indices of its column
/// @param values how many texts; each is about as often used as the others
record MixedDictionary(long id, int indexBits, int values) {

  /// As many values as the narrow indices allow, more than a byte can hold, and only a few.
  static final List<MixedDictionary> ALL =
      List.of(
          new MixedDictionary(1, 8, 128),
          new MixedDictionary(2, 16, 1_000),
          new MixedDictionary(3, 32, 3));

  static List<MixedColumn<?>> columns() {
    return ALL.stream().<MixedColumn<?>>map(MixedDictionary::column).toList();
  }

  /// The dictionary; the caller closes its vector.
  Dictionary toArrow(BufferAllocator allocator) {
    VarCharVector texts = new VarCharVector("values", allocator);
    texts.allocateNew();
    for (int value = 0; value < values; value++) {
      texts.setSafe(value, ("Wert " + value).getBytes(UTF_8));
    }
    texts.setValueCount(values);
    return new Dictionary(texts, encoding());
  }

  private MixedColumn<?> column() {
    FieldType type = new FieldType(true, indexType(), encoding());
    Field field = new Field("dictionary_int" + indexBits, type, null);
    return switch (indexBits) {
      case 8 ->
          new MixedColumn<>(
              field, TinyIntVector.class, (vector, at, random) -> vector.setSafe(at, draw(random)));
      case 16 ->
          new MixedColumn<>(
              field,
              SmallIntVector.class,
              (vector, at, random) -> vector.setSafe(at, draw(random)));
      case 32 ->
          new MixedColumn<>(
              field, IntVector.class, (vector, at, random) -> vector.setSafe(at, draw(random)));
      default -> throw new IllegalStateException("indices of " + indexBits + " bits");
    };
  }

  private int draw(RowRandom random) {
    return random.below(values, 1);
  }

  private DictionaryEncoding encoding() {
    return new DictionaryEncoding(id, false, indexType());
  }

  private ArrowType.Int indexType() {
    return new ArrowType.Int(indexBits, true);
  }
}
