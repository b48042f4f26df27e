package io.zenith.parquet;

import java.util.List;

/// What a `typed_value` of a variant becomes.
///
/// The source: Apache Parquet, `VariantShredding.md` and `VariantEncoding.md`.
sealed interface VariantType {

  /// A value, or a part of one: in the binary encoding, in a column of its type, or, of objects, in
  /// both.
  ///
  /// @param value which field of its struct is in the binary encoding; -1 if there is none
  /// @param typed which field has a type; -1 if there is none
  /// @param type of that field, if there is one
  record Group(int value, int typed, VariantType type) {}

  /// No column has a type.
  record None() implements VariantType {}

  /// Values of one number in the encoding.
  ///
  /// @param form how they are written
  /// @param id the number
  /// @param width bytes of a value behind the number, and the scale of a decimal; of text, 0
  /// @param scale of decimals
  record Scalar(Form form, int id, int width, int scale) implements VariantType {}

  /// How scalars are written.
  enum Form {
    /// The number says which of both it is.
    TRUTH,

    /// As many bytes as a value has.
    FIXED,

    /// The scale, and the low bytes of a value.
    DECIMAL,

    /// A length, and the bytes.
    BYTES,

    /// The same, in which a short length is a part of the number.
    TEXT
  }

  /// Arrays.
  record Elements(Group element) implements VariantType {}

  /// Objects.
  ///
  /// @param fields in the order of their names
  record Fields(List<Named> fields) implements VariantType {}

  /// A field of objects.
  ///
  /// @param name its number among the names of fields in the column
  /// @param place in the struct
  record Named(int name, int place, Group group) {}
}
