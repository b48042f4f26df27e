package io.zenith.parquet;

import io.zenith.schema.Schema;
import java.util.List;

/// What is in a file.
///
/// @param schema its columns
/// @param shapes how each is put together
/// @param leaves the leaves of all columns
/// @param rowGroups its rows
/// @param hash SHA-256 of the footer
record Footer(
    Schema schema,
    List<Shape> shapes,
    List<Shape.Leaf> leaves,
    List<RowGroup> rowGroups,
    String hash) {}
