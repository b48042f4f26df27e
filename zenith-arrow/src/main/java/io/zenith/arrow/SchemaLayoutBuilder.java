package io.zenith.arrow;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.ColumnPath;
import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Works out how the columns of a schema lie in the batches.
final class SchemaLayoutBuilder {
  private final Place place;
  private final Iterator<Long> ids;
  private final Map<Long, BatchLayout> dictionaries = new HashMap<>();

  private SchemaLayoutBuilder(List<Long> ids, Place place) {
    this.place = place;
    this.ids = ids.iterator();
  }

  /// The layout of a schema.
  ///
  /// @param place where the schema is
  static SchemaLayout layout(ArrowSchema schema, Place place) {
    SchemaLayoutBuilder builder = new SchemaLayoutBuilder(schema.dictionaries(), place);
    BatchLayoutBuilder recordBatch = new BatchLayoutBuilder();
    for (Field field : schema.schema().fields()) {
      recordBatch.add(builder.column(field, null, recordBatch));
    }
    return new SchemaLayout(recordBatch.build(), builder.dictionaries);
  }

  private ColumnLayout column(Field field, @Nullable ColumnPath parent, BatchLayoutBuilder batch) {
    ColumnPath path = new ColumnPath(parent, field.name());
    return field.type() instanceof DataType.Dictionary type
        ? dictionary(type, path, batch)
        : plain(field.type(), path, batch);
  }

  /// A field whose values lie in the batch.
  private ColumnLayout plain(DataType type, ColumnPath path, BatchLayoutBuilder batch) {
    int node = batch.takeNode();
    List<ColumnLayout> children = new ArrayList<>();
    for (Field child : type.children()) {
      children.add(column(child, path, batch));
    }
    return new ColumnLayout(
        path, type, FieldBuffers.of(type), node, children, OptionalLong.empty());
  }

  /// A field whose indices lie in the batch, and whose values lie in a batch of their own.
  private ColumnLayout dictionary(
      DataType.Dictionary type, ColumnPath path, BatchLayoutBuilder batch) {
    long id = ids.next();
    BatchLayoutBuilder own = new BatchLayoutBuilder();
    own.add(plain(type.value(), path, own));
    BatchLayout values = own.build();
    BatchLayout known = dictionaries.putIfAbsent(id, values);
    if (known != null && !known.columns().getFirst().type().equals(type.value())) {
      throw place
          .in(path)
          .malformed(
              "dictionary " + id + " of " + type.value(),
              known.columns().getFirst().type() + ", as elsewhere in the schema");
    }
    int node = batch.takeNode();
    return new ColumnLayout(
        path, type, FieldBuffers.of(type), node, List.of(), OptionalLong.of(id));
  }
}
