package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.pageV2;
import static io.zenith.parquet.FileForge.sized;
import static io.zenith.parquet.FileForge.texts;

import io.zenith.testkit.FuzzTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;

/// What a fuzzer feeds here.
public final class FuzzTargets {
  private static final byte[] LENGTHS = bytes(128, 1, 4, 3, 2, 2, 1, 0, 0, 0, 0b01, 0, 0, 0);
  private static final byte[] ZEROS = bytes(128, 1, 4, 3, 0, 2, 0, 0, 0, 0);

  private FuzzTargets() {}

  /// Writes the seeds.
  ///
  /// @param args where to, and the folder of the module
  public static void main(String[] args) throws IOException {
    FuzzTarget.writeSeeds(all(), Path.of(args[0]), Path.of(args[1]));
  }

  /// Files, pages, and values in each encoding.
  static List<FuzzTarget> all() throws IOException {
    return List.of(
        new FuzzTarget("FileFuzzer", FileFuzzer::fuzzerTestOneInput, Corpus.files()),
        new FuzzTarget("PageFuzzer", PageFuzzer::fuzzerTestOneInput, pages()),
        new FuzzTarget("EncodingFuzzer", EncodingFuzzer::fuzzerTestOneInput, encodings()));
  }

  private static Map<String, byte[]> pages() {
    byte[] levels = sized(bytes(2, 1));
    byte[] text = page(1, Encoding.PLAIN, joined(levels, texts("a")));
    byte[] word = FileForge.dictionary(1, texts("word"));
    byte[] index = page(2, Encoding.RLE_DICTIONARY, joined(sized(bytes(4, 1)), bytes(1, 4, 0)));
    byte[] nested =
        pageV2(3, Encoding.PLAIN, bytes(3, 0b100100, 0), bytes(6, 3), texts("a", "b", "c"));
    Map<String, byte[]> pages = new LinkedHashMap<>();
    pages.put("numbers", PageFuzzer.input(0, 2, 2, page(2, Encoding.PLAIN, longs(1, 2))));
    pages.put("two pages", PageFuzzer.input(2, 2, 2, text, text));
    pages.put("dictionary", PageFuzzer.input(2, 3, 3, word, index, text));
    pages.put("nested", PageFuzzer.input(5, 1, 3, nested));
    return pages;
  }

  private static Map<String, byte[]> encodings() {
    Map<String, byte[]> inputs = new LinkedHashMap<>();
    inputs.put("plain", EncodingFuzzer.input(Type.INT64, Encoding.PLAIN, 2, 0, longs(1, 2)));
    inputs.put("text", EncodingFuzzer.input(Type.BYTE_ARRAY, Encoding.PLAIN, 2, 0, texts("a", "")));
    inputs.put("bits", EncodingFuzzer.input(Type.BOOLEAN, Encoding.PLAIN, 9, 0, bytes(1, 1)));
    inputs.put("runs", EncodingFuzzer.input(Type.BOOLEAN, Encoding.RLE, 9, 0, sized(bytes(18, 1))));
    inputs.put(
        "deltas", EncodingFuzzer.input(Type.INT32, Encoding.DELTA_BINARY_PACKED, 3, 0, LENGTHS));
    inputs.put(
        "lengths",
        EncodingFuzzer.input(
            Type.BYTE_ARRAY, Encoding.DELTA_LENGTH_BYTE_ARRAY, 3, 0, LENGTHS, longs(1)));
    inputs.put(
        "prefixes",
        EncodingFuzzer.input(
            Type.BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY, 3, 0, ZEROS, LENGTHS, longs(1)));
    inputs.put(
        "streams",
        EncodingFuzzer.input(
            Type.FIXED_LEN_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT, 2, 0, bytes(1, 2, 3, 4, 5, 6)));
    inputs.put(
        "words",
        EncodingFuzzer.input(
            Type.BYTE_ARRAY, Encoding.RLE_DICTIONARY, 3, 2, texts("a", "bc"), bytes(1, 3, 0b101)));
    inputs.put(
        "numbers",
        EncodingFuzzer.input(
            Type.INT64, Encoding.RLE_DICTIONARY, 3, 2, longs(1, 2), bytes(1, 3, 0b101)));
    return inputs;
  }
}
