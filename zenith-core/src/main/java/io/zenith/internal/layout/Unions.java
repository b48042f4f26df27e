package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import java.util.List;

/// Where the values of a union are: in which child, and at which place of it.
public final class Unions {
  private Unions() {}

  /// The child that holds a value.
  public static Node child(Node union, long place) {
    return union.children.get(index(union, place));
  }

  /// Which child holds a value, or -1 if none has the type id of the row.
  static int index(Node union, long place) {
    int id = typeId(union, place);
    List<Integer> ids = ((DataType.Union) union.field.type()).typeIds();
    // Most unions number their children from 0.
    return id >= 0 && id < ids.size() && ids.get(id) == id ? id : ids.indexOf(id);
  }

  /// The id by which a row names the child that holds its value.
  public static int typeId(Node union, long place) {
    return union.int8(union.values, place);
  }

  /// The place of a value in its child.
  public static long place(Node union, long place) {
    return isDense(union) ? union.offset(place) : place;
  }

  public static boolean isDense(Node union) {
    return ((DataType.Union) union.field.type()).mode() == UnionMode.DENSE;
  }
}
