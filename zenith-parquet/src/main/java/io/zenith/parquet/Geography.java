package io.zenith.parquet;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/// What Parquet says about well-known binary (WKB), as metadata of its field: nothing else of it is
/// known to Arrow.
///
/// The source: Apache Parquet, `Geospatial.md`.
final class Geography {
  /// The reference system that is meant where none is named, as for edges.
  private static final String DEFAULT_SYSTEM = "OGC:CRS84";

  private static final String DEFAULT_EDGES = "spherical";

  private Geography() {}

  /// The metadata of a leaf: none if it is something else.
  static Map<String, String> metadata(SchemaElement element) {
    LogicalType logical = element.getLogicalType();
    Map<String, String> metadata = new HashMap<>();
    if (logical != null && logical.isSetGEOMETRY()) {
      metadata.put("geo.type", "geometry");
      metadata.put("geo.crs", system(Optional.ofNullable(logical.getGEOMETRY().getCrs())));
    } else if (logical != null && logical.isSetGEOGRAPHY()) {
      GeographyType type = logical.getGEOGRAPHY();
      metadata.put("geo.type", "geography");
      metadata.put("geo.crs", system(Optional.ofNullable(type.getCrs())));
      metadata.put(
          "geo.edges",
          Optional.ofNullable(type.getAlgorithm())
              .map(edges -> edges.name().toLowerCase(Locale.ROOT))
              .orElse(DEFAULT_EDGES));
    }
    return metadata;
  }

  private static String system(Optional<String> named) {
    return named.filter(name -> !name.isEmpty()).orElse(DEFAULT_SYSTEM);
  }
}
