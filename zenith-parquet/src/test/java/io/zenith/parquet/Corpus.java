package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.pageV2;
import static io.zenith.parquet.FileForge.sized;
import static io.zenith.parquet.FileForge.texts;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;

import io.zenith.Dataset;
import io.zenith.error.UnsupportedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;

/// Small sound files that are read, to be broken: some made here, and the conformance files.
final class Corpus {
  private static final int MOST_BYTES = 8 << 10;

  /// Small as it is stored, and 2 GiB as it is read.
  private static final String LARGE = "large_string_map.brotli.parquet";

  private Corpus() {}

  /// The files, by name.
  static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("numbers", numbers());
    files.put("text", text());
    files.put("truth values", truths());
    files.put("lists", lists());
    files.put("decimals", decimals());
    files.put("two row groups", twoRowGroups());
    files.put("packed levels", packedLevels());
    putConformance(files);
    return files;
  }

  private static void putConformance(Map<String, byte[]> files) throws IOException {
    Optional<Path> folder =
        SharedFiles.folder()
            .map(shared -> shared.resolve("conformance/parquet"))
            .filter(Files::isDirectory);
    if (folder.isEmpty()) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder.get())) {
      for (Path path : paths.sorted().toList()) {
        String name = folder.get().relativize(path).toString();
        if (name.endsWith(".parquet")
            && !name.contains("corrupt")
            && !name.equals(LARGE)
            && isSmallAndRead(path)) {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
  }

  private static boolean isSmallAndRead(Path path) throws IOException {
    try {
      return Files.size(path) <= MOST_BYTES && Dataset.open(path.toString()).schema() != null;
    } catch (UnsupportedDataException _) {
      return false;
    }
  }

  /// In PLAIN, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT and with a dictionary; with nulls in pages of
  /// both versions.
  private static byte[] numbers() {
    byte[] delta = bytes(128, 1, 4, 3, 2, 2, 2, 0, 0, 0, 0b100100, 0, 0, 0, 0, 0, 0, 0);
    return new FileForge(
            leaf("plain", Type.INT64, REQUIRED),
            leaf("delta", Type.INT32, REQUIRED),
            leaf("split", Type.INT32, REQUIRED),
            leaf("coded", Type.INT64, OPTIONAL),
            leaf("two", Type.INT32, OPTIONAL))
        .rowGroup(
            3,
            new Chunk(3, page(3, Encoding.PLAIN, longs(1, -2, 3))),
            new Chunk(3, page(3, Encoding.DELTA_BINARY_PACKED, delta)),
            new Chunk(
                3, page(3, Encoding.BYTE_STREAM_SPLIT, bytes(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            new Chunk(
                3,
                FileForge.dictionary(2, longs(7, 8)),
                page(
                    3, Encoding.RLE_DICTIONARY, joined(sized(bytes(3, 0b101)), bytes(1, 3, 0b10)))),
            new Chunk(3, pageV2(3, Encoding.PLAIN, bytes(), bytes(2, 0, 4, 1), ints(5, 6))))
        .build();
  }

  private static byte[] text() {
    byte[] lengths = bytes(128, 1, 4, 3, 2, 2, 1, 0, 0, 0, 0b01, 0, 0, 0);
    byte[] zeros = bytes(128, 1, 4, 3, 0, 2, 0, 0, 0, 0);
    return new FileForge(
            leaf("plain", Type.BYTE_ARRAY, REQUIRED).setConverted_type(ConvertedType.UTF8),
            leaf("coded", Type.BYTE_ARRAY, OPTIONAL).setConverted_type(ConvertedType.UTF8),
            leaf("lengths", Type.BYTE_ARRAY, REQUIRED),
            leaf("prefixes", Type.BYTE_ARRAY, REQUIRED),
            leaf("fixed", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(2))
        .rowGroup(
            3,
            new Chunk(
                3,
                page(1, Encoding.PLAIN, texts("a")),
                page(2, Encoding.PLAIN, texts("", "long enough"))),
            new Chunk(
                3,
                FileForge.dictionary(2, texts("x", "yz")),
                page(
                    2, Encoding.PLAIN_DICTIONARY, joined(sized(bytes(4, 1)), bytes(1, 2, 1, 2, 0))),
                page(1, Encoding.PLAIN, joined(sized(bytes(2, 0))))),
            new Chunk(
                3,
                page(
                    3,
                    Encoding.DELTA_LENGTH_BYTE_ARRAY,
                    joined(lengths, bytes(65, 66, 67, 68, 69, 70, 71, 72)))),
            new Chunk(
                3,
                page(
                    3,
                    Encoding.DELTA_BYTE_ARRAY,
                    joined(zeros, lengths, bytes(65, 66, 67, 68, 69, 70, 71, 72)))),
            new Chunk(3, page(3, Encoding.PLAIN, bytes(1, 2, 3, 4, 5, 6))))
        .build();
  }

  private static byte[] truths() {
    return new FileForge(
            leaf("plain", Type.BOOLEAN, REQUIRED),
            leaf("runs", Type.BOOLEAN, OPTIONAL),
            leaf("instant", Type.INT96, REQUIRED))
        .rowGroup(
            9,
            new Chunk(9, page(9, Encoding.PLAIN, bytes(0b1010_1010, 1))),
            new Chunk(
                9,
                page(
                    9,
                    Encoding.RLE,
                    joined(sized(bytes(3, 0b1111, 2, 1)), sized(bytes(3, 0b10110))))),
            new Chunk(9, page(9, Encoding.PLAIN, new byte[9 * 12])))
        .build();
  }

  /// Lists of structs of a number and a list.
  private static byte[] lists() {
    return new FileForge(
            1,
            FileForge.group("l", OPTIONAL, 1).setConverted_type(ConvertedType.LIST),
            FileForge.group("list", REPEATED, 1),
            FileForge.group("element", OPTIONAL, 2),
            leaf("x", Type.INT32, OPTIONAL),
            leaf("y", Type.BYTE_ARRAY, REPEATED))
        .rowGroup(
            3,
            new Chunk(
                4,
                page(
                    4,
                    Encoding.PLAIN,
                    joined(sized(bytes(3, 0b0010)), sized(bytes(4, 4, 2, 1, 2, 0)), ints(10, 20)))),
            new Chunk(
                5,
                pageV2(
                    5,
                    Encoding.PLAIN,
                    bytes(3, 0b00011000, 0),
                    bytes(4, 4, 2, 3, 2, 1, 2, 0),
                    texts("a", "b"))))
        .build();
  }

  private static byte[] decimals() {
    return new FileForge(
            leaf("four", Type.INT32, REQUIRED)
                .setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(5)
                .setScale(2),
            leaf("five", Type.FIXED_LEN_BYTE_ARRAY, OPTIONAL)
                .setType_length(5)
                .setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(11)
                .setScale(2),
            leaf("any", Type.BYTE_ARRAY, REQUIRED)
                .setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(50)
                .setScale(3),
            leaf("small", Type.INT32, REQUIRED).setConverted_type(ConvertedType.INT_8))
        .rowGroup(
            2,
            new Chunk(2, page(2, Encoding.PLAIN, ints(-5, 12345))),
            new Chunk(
                2,
                page(2, Encoding.PLAIN, joined(sized(bytes(3, 0b10)), bytes(-1, -1, -1, -1, 0)))),
            new Chunk(2, page(2, Encoding.PLAIN, texts("a", "bcdefghijklmnopq"))),
            new Chunk(2, page(2, Encoding.PLAIN, ints(-1, 127))))
        .build();
  }

  /// `[[1, null], null]`, with levels in the deprecated encoding.
  private static byte[] packedLevels() {
    byte[] body = joined(bytes(0b0100_0000, 0b1110_0000), longs(1));
    return new FileForge(
            1,
            FileForge.group("l", OPTIONAL, 1).setConverted_type(ConvertedType.LIST),
            FileForge.group("list", REPEATED, 1),
            leaf("element", Type.INT64, OPTIONAL))
        .rowGroup(
            2,
            new Chunk(
                3,
                page(
                    new PageHeader(PageType.DATA_PAGE, body.length, body.length)
                        .setData_page_header(
                            new DataPageHeader(
                                3, Encoding.PLAIN, Encoding.BIT_PACKED, Encoding.BIT_PACKED)),
                    body)))
        .build();
  }

  private static byte[] twoRowGroups() {
    return new FileForge(leaf("x", Type.DOUBLE, OPTIONAL))
        .rowGroup(2, new Chunk(2, page(2, Encoding.PLAIN, joined(sized(bytes(4, 1)), longs(1, 2)))))
        .rowGroup(0, new Chunk(0))
        .rowGroup(
            20,
            new Chunk(
                20,
                page(0, Encoding.PLAIN, joined(sized())),
                page(16, Encoding.PLAIN, joined(sized(bytes(32, 0)))),
                page(4, Encoding.PLAIN, joined(sized(bytes(8, 1)), longs(1, 2, 3, 4)))))
        .build();
  }
}
