package io.zenith.parquet;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.VariantType;

/// A node of a Parquet schema: a group of others, or a leaf that has values.
///
/// @param element what the file says of it
/// @param path where it lies
/// @param children empty for a leaf
/// @param leaf the number of a leaf, or of the first one in a group
record SchemaNode(SchemaElement element, ColumnPath path, List<SchemaNode> children, int leaf) {

  String name() {
    return path.name();
  }

  boolean isLeaf() {
    return element.isSetType();
  }

  /// What the values of a leaf are stored as.
  Type type() {
    return Objects.requireNonNull(element.getType(), "a leaf has a type");
  }

  boolean isOptional() {
    return element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
  }

  boolean isRepeated() {
    return element.getRepetition_type() == FieldRepetitionType.REPEATED;
  }

  /// Whether the file says that this is a list.
  boolean isList() {
    return is(ConvertedType.LIST) || logical().filter(LogicalType::isSetLIST).isPresent();
  }

  /// Whether the file says that this is a map.
  boolean isMap() {
    return is(ConvertedType.MAP)
        || is(ConvertedType.MAP_KEY_VALUE)
        || logical().filter(LogicalType::isSetMAP).isPresent();
  }

  /// Whether the file says that this is a variant.
  boolean isVariant() {
    return logical().filter(LogicalType::isSetVARIANT).isPresent();
  }

  /// The version of a variant, where it has one.
  Optional<Integer> variantVersion() {
    return logical()
        .map(LogicalType::getVARIANT)
        .filter(VariantType::isSetSpecification_version)
        .map(type -> (int) type.getSpecification_version());
  }

  private Optional<LogicalType> logical() {
    return Optional.ofNullable(element.getLogicalType());
  }

  private boolean is(ConvertedType type) {
    return element.getConverted_type() == type;
  }
}
