package io.zenith.schema;

/// How the values of a union lie in its children.
public enum UnionMode {
  /// Each child is as long as the union; a value stands at its own row.
  SPARSE("sparse"),
  /// Each child holds its own values only; an offset says where.
  DENSE("dense");

  private final String text;

  UnionMode(String text) {
    this.text = text;
  }

  /// Arrow's name, such as `dense`.
  @Override
  public String toString() {
    return text;
  }
}
