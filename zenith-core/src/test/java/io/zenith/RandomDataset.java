package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.RandomData;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Files of random columns, cut at random into splits and record batches (also of none or one row,
/// also in the midst of longer columns), and the plain list of their values.
final class RandomDataset {
  private static final int MOST_ROWS = 12;

  final Schema schema;
  final List<MemFile> files = new ArrayList<>();

  /// The values of each column, row after row.
  final List<List<Object>> values = new ArrayList<>();

  /// The record batches of all files.
  final List<RecordBatch> batches = new ArrayList<>();

  private final SplittableRandom random;

  /// @param decoding whether files are decoded or views; mixed where both may be
  RandomDataset(SplittableRandom random, List<Boolean> decoding) {
    this.random = random;
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      fields.add(Field.of("c" + i, RandomData.type(random, 2)));
      values.add(new ArrayList<>());
    }
    schema = Schema.of(fields.toArray(Field[]::new));
    for (int i = 0; i <= random.nextInt(3); i++) {
      files.add(file("f" + i + ".mem", decoding.get(random.nextInt(decoding.size()))));
    }
  }

  /// How many rows there are.
  int rows() {
    return values.getFirst().size();
  }

  private MemFile file(String name, boolean decoding) {
    MemFile file = decoding ? MemFile.decoding(name, schema) : MemFile.mapped(name, schema);
    for (int splits = random.nextInt(5); splits > 0; splits--) {
      RecordBatch[] ofSplit = new RecordBatch[random.nextInt(4)];
      for (int i = 0; i < ofSplit.length; i++) {
        ofSplit[i] = batch();
      }
      file.split(ofSplit);
    }
    return file;
  }

  private RecordBatch batch() {
    int rows = random.nextInt(3) == 0 ? random.nextInt(2) : random.nextInt(MOST_ROWS);
    int before = random.nextInt(4);
    int all = before + rows + random.nextInt(4);
    List<ArrayData> columns = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      DataType type = schema.fields().get(i).type();
      List<Object> column = RandomData.values(type, all, 20, random);
      values.get(i).addAll(column.subList(before, before + rows));
      columns.add(
          random.nextBoolean()
              ? ArrayBuilder.noisy(type, column, random)
              : ArrayBuilder.plain(type, column));
    }
    batches.add(new RecordBatch(before, rows, columns));
    return batches.getLast();
  }
}
