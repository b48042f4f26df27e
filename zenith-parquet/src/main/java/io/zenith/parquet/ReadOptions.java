package io.zenith.parquet;

import io.zenith.schema.DataType;
import java.util.Optional;

/// How files are read.
///
/// @param keys of those that are encrypted
/// @param dictionaries which columns are dictionaries; where nothing is said, those that were in
///   Arrow
/// @param int96 what INT96 becomes
/// @param variants what variants are delivered as
record ReadOptions(
    DecryptionKeys keys, Optional<Dictionaries> dictionaries, Int96 int96, Variants variants) {
  static final ReadOptions DEFAULT =
      new ReadOptions(
          DecryptionKeys.none(), Optional.empty(), Int96.MICROSECONDS, Variants.PHYSICAL);

  private static final DataType.Int INDEX = new DataType.Int(32, true);

  /// What they change of what is read; nothing if there are keys.
  @SuppressWarnings("ReferenceEquality") // there is one object for no keys
  Optional<String> identity() {
    return keys == DecryptionKeys.none()
        ? Optional.of(
            dictionaries.map(Enum::name).orElse("AS_IN_ARROW") + " " + int96 + " " + variants)
        : Optional.empty();
  }

  /// How the parts of variants are read that are put together.
  ReadOptions ofParts() {
    return new ReadOptions(keys, Optional.of(Dictionaries.DECODE), int96, Variants.PHYSICAL);
  }

  /// The type of a column that no schema of Arrow describes.
  DataType type(LeafType values) {
    return isKept(values) ? new DataType.Dictionary(INDEX, values.type(), false) : values.type();
  }

  /// The type of a column that was a dictionary in Arrow. Other values than text and bytes are
  /// decoded, as they are by Arrow C++.
  DataType type(LeafType values, DataType.Dictionary original) {
    if (!values.isText() || dictionaries.filter(Dictionaries.DECODE::equals).isPresent()) {
      return values.type();
    }
    return new DataType.Dictionary(
        isKept(values) ? INDEX : original.index(), values.type(), original.ordered());
  }

  private boolean isKept(LeafType values) {
    return values.isText() && dictionaries.filter(Dictionaries.KEEP::equals).isPresent();
  }
}
