package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;

import io.zenith.Dataset;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// Small sound files that are read, to be broken: some made here, and the conformance files.
final class Corpus {
  private static final int MOST_BYTES = 32 << 10;
  private static final int WRITTEN = 16;

  private Corpus() {}

  /// The files, by name.
  static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("flat", flat());
    files.put("nested", nested());
    files.put("dictionaries", dictionaries());
    files.put("old unions", oldUnions());
    files.put("stream", stream(Metadata.MODERN));
    files.put("old stream", stream(new Metadata(MetadataVersion.V5, true)));
    files.put("growing dictionary", growing());
    Sample.all().forEach(sample -> files.put(sample.type(), sample.file()));
    for (int codec : new int[] {CompressionType.LZ4_FRAME, CompressionType.ZSTD}) {
      String name = CompressionType.name(codec) + " ";
      Sample.all().forEach(sample -> files.put(name + sample.type(), sample.compressed(codec)));
      files.put(name + "stream", compressedStream(codec));
      files.put(name + "constant", constant(codec));
    }
    putWritten(files);
    putConformance(files);
    return files;
  }

  /// What our writer makes of random tables, as files and as streams.
  private static void putWritten(Map<String, byte[]> files) throws IOException {
    Path target = Files.createTempDirectory("corpus").resolve("written");
    for (int i = 0; i < WRITTEN; i++) {
      boolean stream = i % 2 != 0;
      ArrowWriter.Builder writer = stream ? ArrowWriter.stream(target) : ArrowWriter.file(target);
      RandomTable table = RandomTable.of(new SplittableRandom(i), 2, _ -> true);
      if (table.write(writer, 20).isEmpty()) {
        files.put("written " + (stream ? "stream " : "file ") + i, Files.readAllBytes(target));
        Files.delete(target);
      }
    }
    Files.delete(target.getParent());
  }

  /// The conformance files; their expected tables are the same data once more.
  private static void putConformance(Map<String, byte[]> files) throws IOException {
    Optional<Path> folder =
        SharedFiles.folder()
            .map(shared -> shared.resolve("conformance/arrow"))
            .filter(Files::isDirectory);
    if (folder.isEmpty()) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder.get())) {
      for (Path path : paths.sorted().toList()) {
        String name = folder.get().relativize(path).toString();
        if (name.matches(".*\\.(arrow_file|stream)") && isSmallAndRead(path)) {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
  }

  /// A stream in which a dictionary is replaced, and grows.
  private static byte[] compressedStream(int codec) {
    FileForge forge = new FileForge(Fields.encoded("d", 1, 8, Fields.UTF8)).codec(codec);
    for (int i = 0; i < 3; i++) {
      forge
          .dictionary(
              1,
              i == 2,
              2,
              nodes(2),
              FileForge.none(),
              FileForge.compressed(codec, FileForge.ints(0, 1, 3)),
              FileForge.compressed(codec, FileForge.text("abb")))
          .batch(3, nodes(3), FileForge.none(), FileForge.compressed(codec, new byte[] {1, 0, 1}));
    }
    return forge.stream();
  }

  /// Equal numbers and equal letters, which take next to nothing.
  private static byte[] constant(int codec) {
    int rows = 512;
    int[] offsets = IntStream.rangeClosed(0, rows).map(row -> row * 16).toArray();
    return new FileForge(Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8))
        .codec(codec)
        .batch(
            rows,
            nodes(rows, rows),
            FileForge.none(),
            FileForge.compressed(codec, new byte[8 * rows]),
            FileForge.none(),
            FileForge.compressed(codec, FileForge.ints(offsets)),
            FileForge.compressed(codec, new byte[16 * rows]))
        .build();
  }

  private static boolean isSmallAndRead(Path path) throws IOException {
    try {
      return Files.size(path) <= MOST_BYTES && Dataset.open(path.toString()).schema() != null;
    } catch (UnsupportedDataException _) {
      return false;
    }
  }

  private static byte[] flat() {
    return new FileForge(
            new Metadata(MetadataVersion.V4, true),
            Fields.of("x", Fields.INT64),
            Fields.of("b", ArrowType.Bool.INSTANCE),
            Fields.of("s", Fields.UTF8))
        .batch(
            3,
            List.of(new Metadata.Node(3, 1), new Metadata.Node(3, 0), new Metadata.Node(3, 0)),
            new byte[] {0b101},
            FileForge.longs(1, 2, 3),
            FileForge.none(),
            new byte[] {0b010},
            FileForge.none(),
            FileForge.ints(0, 1, 3, 6),
            FileForge.text("aä€"))
        .batch(0, nodes(0, 0, 0), LayoutsTest.none(7))
        .build();
  }

  private static byte[] nested() {
    Field item = Fields.of("item", new ArrowType.FixedSizeBinary(2));
    Field list = Fields.of("list", new ArrowType.List(), item);
    Field pair = Fields.of("pair", new ArrowType.FixedSizeList(2), Fields.of("v", Fields.INT8));
    return new FileForge(Fields.of("struct", new ArrowType.Struct(), list, pair))
        .alignment(3)
        .batch(
            2,
            nodes(2, 2, 3, 2, 4),
            FileForge.none(),
            FileForge.none(),
            FileForge.ints(0, 2, 3),
            FileForge.none(),
            FileForge.text("aabbcc"),
            FileForge.none(),
            FileForge.none(),
            new byte[] {1, 2, 3, 4})
        .build();
  }

  private static byte[] oldUnions() {
    Field item = Fields.of("item", Fields.INT8);
    return new FileForge(
            new Metadata(MetadataVersion.V4, false),
            Fields.of("s", new ArrowType.Union(UnionMode.Sparse, new int[] {3}), item),
            Fields.of("d", new ArrowType.Union(UnionMode.Dense, new int[] {3, 4}), item, item))
        .batch(
            2,
            List.of(
                new Metadata.Node(2, 1),
                new Metadata.Node(2, 0),
                new Metadata.Node(2, 0),
                new Metadata.Node(1, 0),
                new Metadata.Node(1, 0)),
            new byte[] {0b01},
            new byte[] {3, 3},
            FileForge.none(),
            new byte[] {1, 2},
            FileForge.none(),
            new byte[] {4, 3},
            FileForge.ints(0, 0),
            FileForge.none(),
            new byte[] {5},
            FileForge.none(),
            new byte[] {6})
        .build();
  }

  /// A stream in which dictionaries grow, are replaced, and refer to others that do.
  private static byte[] stream(Metadata metadata) {
    Field inner = Fields.encoded("item", 2, 8, Fields.UTF8);
    FileForge forge =
        new FileForge(
            metadata,
            Fields.encoded("a", 1, 8, new ArrowType.List(), inner),
            Fields.encoded("b", 2, 16, Fields.UTF8));
    for (int i = 0; i < 6; i++) {
      byte[] text = FileForge.text("x" + i + "yz");
      forge.dictionary(2, i % 3 != 0, 2, nodes(2), FileForge.none(), FileForge.ints(0, 2, 4), text);
      if (i % 2 == 0) {
        forge.dictionary(
            1,
            i % 4 != 0,
            1,
            nodes(1, 2),
            FileForge.none(),
            FileForge.ints(0, 2),
            FileForge.none(),
            new byte[] {1, 0});
      }
      forge.batch(
          2,
          nodes(2, 2),
          FileForge.none(),
          new byte[] {0, 0},
          FileForge.none(),
          new byte[] {1, 0, 0, 0});
    }
    return forge.stream();
  }

  /// A file whose dictionary of all kinds of layouts has a delta.
  private static byte[] growing() {
    Field list =
        Fields.of("list", new ArrowType.List(), Fields.of("item", ArrowType.Utf8View.INSTANCE));
    FileForge forge =
        new FileForge(
                Fields.encoded(
                    "d",
                    1,
                    8,
                    new ArrowType.Struct(),
                    list,
                    Fields.of("b", ArrowType.Bool.INSTANCE)))
            .viewData(List.of(1L));
    for (int i = 0; i < 3; i++) {
      forge.dictionary(
          1,
          i > 0,
          2,
          List.of(
              new Metadata.Node(2, 1),
              new Metadata.Node(2, 0),
              new Metadata.Node(2, 0),
              new Metadata.Node(2, 1)),
          new byte[] {0b10},
          FileForge.none(),
          FileForge.ints(0, 1, 2),
          FileForge.none(),
          FileForge.joined(FileForge.view("a" + i), FileForge.view("longer than that", 0, 1)),
          FileForge.text("-longer than that"),
          new byte[] {0b01},
          new byte[] {0b11});
    }
    return forge
        .viewData(List.of())
        .batch(3, nodes(3), FileForge.none(), new byte[] {0, 3, 5})
        .build();
  }

  private static byte[] dictionaries() {
    Field inner = Fields.encoded("item", 2, 8, Fields.UTF8);
    return new FileForge(
            Fields.encoded("a", 1, 16, new ArrowType.List(), inner),
            Fields.encoded("b", 2, 64, Fields.UTF8))
        .dictionary(
            1,
            false,
            2,
            nodes(2, 3),
            FileForge.none(),
            FileForge.ints(0, 1, 3),
            FileForge.none(),
            new byte[] {1, 0, 1})
        .dictionary(
            2, false, 2, nodes(2), FileForge.none(), FileForge.ints(0, 1, 2), FileForge.text("xy"))
        .batch(
            2,
            nodes(2, 2),
            FileForge.none(),
            new byte[] {1, 0, 0, 0},
            FileForge.none(),
            FileForge.longs(0, 1))
        .build();
  }
}
