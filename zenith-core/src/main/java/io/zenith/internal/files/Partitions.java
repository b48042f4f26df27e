package io.zenith.internal.files;

import io.zenith.internal.layout.Buffers;
import io.zenith.internal.layout.ColumnPath;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The columns that files get from the names of their folders.
///
/// A column is `int64` if all its values are whole numbers that are written as they are printed, so
/// that no two texts become one number, and else text. `07` is text, as in DuckDB: it may be the
/// beginning of a postal code.
public final class Partitions {
  private static final DataType INT64 = new DataType.Int(64, true);

  /// For each column its values, each once.
  private final List<Values> columns = new ArrayList<>();

  /// For each file its values by column, and one map for all files that have the same.
  private final List<Map<String, Optional<Node>>> rows = new ArrayList<>();

  /// The values of one column, each as a node of one row; nothing for null.
  private record Values(Field field, Map<Optional<String>, Optional<Node>> nodes) {

    /// @param memory is filled with the values
    static Values of(String name, List<DataFile> files, Arena memory) {
      List<Optional<String>> texts =
          files.stream()
              .map(file -> file.partition().getOrDefault(name, Optional.empty()))
              .distinct()
              .toList();
      List<String> present = texts.stream().flatMap(Optional::stream).toList();
      boolean whole = !present.isEmpty() && present.stream().allMatch(Partitions::isWhole);
      DataType type = whole ? INT64 : new DataType.Utf8();
      Field field = new Field(name, type, present.size() < texts.size(), Map.of());
      Map<Optional<String>, Optional<Node>> nodes = new HashMap<>();
      for (Optional<String> text : texts) {
        nodes.put(text, text.map(value -> node(field, value, memory)));
      }
      return new Values(field, nodes);
    }

    private static Node node(Field field, String text, Arena memory) {
      Buffers buffers = field.type().equals(INT64) ? number(text, memory) : text(text, memory);
      ColumnPath path = new ColumnPath(null, field.name());
      return Node.of(field, 1, false, buffers, List.of(), null, "the name of a folder", path);
    }

    private static Buffers number(String text, Arena memory) {
      MemorySegment value = memory.allocate(Long.BYTES, 64);
      value.set(Layouts.LONG, 0, Long.parseLong(text));
      return Buffers.of(MemorySegment.NULL, value);
    }

    private static Buffers text(String text, Arena memory) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      MemorySegment offsets = memory.allocate(2 * Integer.BYTES, 64);
      offsets.set(Layouts.INT, Integer.BYTES, bytes.length);
      MemorySegment value = memory.allocate(bytes.length, 64);
      MemorySegment.copy(bytes, 0, value, Layouts.BYTE, 0, bytes.length);
      return Buffers.of(MemorySegment.NULL, offsets, value);
    }
  }

  /// The columns of the folders of files, if they give any.
  public Partitions(List<DataFile> files) {
    // As long as anyone needs it: a few bytes a value.
    Arena memory = Arena.ofAuto();
    for (String name : files.getFirst().partition().keySet()) {
      columns.add(Values.of(name, files, memory));
    }
    Map<Map<String, Optional<String>>, Map<String, Optional<Node>>> known = new HashMap<>();
    for (DataFile file : files) {
      rows.add(known.computeIfAbsent(file.partition(), this::row));
    }
  }

  private Map<String, Optional<Node>> row(Map<String, Optional<String>> texts) {
    Map<String, Optional<Node>> row = new LinkedHashMap<>();
    for (Values column : columns) {
      row.put(column.field.name(), column.nodes.get(texts.get(column.field.name())));
    }
    return row;
  }

  private static boolean isWhole(String text) {
    try {
      return Long.toString(Long.parseLong(text)).equals(text);
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// The columns of the files, and these. Where a file has a column of such a name, the folder is
  /// believed: so it is in Spark, DuckDB and Polars.
  public Schema with(Schema files) {
    if (columns.isEmpty()) {
      return files;
    }
    List<Field> fields = new ArrayList<>(files.fields());
    for (Values column : columns) {
      String name = column.field.name();
      fields.replaceAll(field -> field.name().equals(name) ? column.field : field);
      if (!fields.contains(column.field)) {
        fields.add(column.field);
      }
    }
    return new Schema(fields, files.metadata());
  }

  /// The values of a file, by column: nodes of one row, nothing for null. The same object for files
  /// with the same values.
  public Map<String, Optional<Node>> of(int file) {
    return rows.get(file);
  }
}
