package io.zenith.csv;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Finds the types of the columns that were not given.
final class Inference {
  private final Text text;
  private final Layout layout;
  private final RecordIndex index;
  private final NullSpellings nulls;
  private final CsvOptions options;

  Inference(Text text, Layout layout, RecordIndex index, NullSpellings nulls, CsvOptions options) {
    this.text = text;
    this.layout = layout;
    this.index = index;
    this.nulls = nulls;
    this.options = options;
  }

  /// The types of columns of these names; none if all are given.
  List<FoundTypes> of(List<String> names) throws IOException {
    return options.areGiven(names) ? List.of() : look(names);
  }

  /// The types of all columns, over the records that decide.
  private List<FoundTypes> look(List<String> names) throws IOException {
    long records = Math.min(index.records(), options.sampled(index.end()));
    long partBytes = (long) layout.sizes().cell() * layout.sizes().cells();
    long bytes = Math.max(1, (index.end() - index.from()) / Math.max(1, index.records()));
    long rows = text.isSequential() ? Math.max(1, records) : Math.max(1, partBytes / bytes);
    int parts = Math.toIntExact(Math.ceilDiv(records, rows));
    List<List<FoundTypes>> found = new ArrayList<>(Collections.nCopies(parts, List.of()));
    Parallel.run(
        parts, text, i -> found.set(i, look(names, i * rows, Math.min(records, (i + 1) * rows))));
    List<FoundTypes> all = new ArrayList<>(Collections.nCopies(names.size(), FoundTypes.OF_NONE));
    for (List<FoundTypes> part : found) {
      for (int i = 0; i < all.size(); i++) {
        all.set(i, all.get(i).and(part.get(i)));
      }
    }
    return all;
  }

  private List<FoundTypes> look(List<String> names, long first, long end) throws IOException {
    PlainNumbers numbers = new PlainNumbers();
    List<TypeSet> types = names.stream().map(_ -> new TypeSet(numbers)).toList();
    FieldRanges fields = new FieldRanges(layout.dialect(), nulls, false);
    long from = index.place(text, layout, first);
    int[] places = IntStream.range(0, types.size()).toArray();
    try (RecordReader reader = new RecordReader(text, layout, from, index.end(), places)) {
      long left = end - first;
      while (left > 0 && reader.next()) {
        int count = (int) Math.min(left, reader.scan().records());
        for (int i = 0; i < types.size(); i++) {
          boolean isGiven = options.types().containsKey(names.get(i));
          if (!isGiven && !types.get(i).isText()) {
            fields.find(reader.scan(), i, types.size(), 0, count);
            types.get(i).add(fields);
          }
        }
        left -= count;
      }
    }
    return types.stream().map(TypeSet::found).toList();
  }
}
