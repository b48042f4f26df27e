package io.zenith.internal.files;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.storage.FoundFile;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the names of the folders around a file say, as Hive lays tables out: `year=2024/city=Oslo`.
/// Folders whose names have no `=` say nothing.
///
/// @param file the file
/// @param values the keys in the order of the folders, each with its value; nothing for null
record PartitionPath(FoundFile file, Map<String, Optional<String>> values) {
  /// What Hive, and all that follow it, write for null.
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /// Reads the names of the folders below the location that was opened. They say nothing unless
  /// they say something of each file: folders such as `lr=0.1` may be beside others.
  ///
  /// @throws MalformedDataException if they are no text
  /// @throws UnsupportedDataException if two folders of a file have one key, or the keys of two
  ///   files differ
  static List<PartitionPath> of(List<FoundFile> files) {
    if (!files.stream().allMatch(PartitionPath::isInOne)) {
      return files.stream().map(file -> new PartitionPath(file, Map.of())).toList();
    }
    List<PartitionPath> paths = files.stream().map(PartitionPath::of).toList();
    requireOneSet(paths);
    return paths;
  }

  private static boolean isInOne(FoundFile file) {
    return file.folders().stream().anyMatch(folder -> folder.indexOf('=') > 0);
  }

  /// Keys and values are percent-decoded, once: no name becomes a way to anywhere.
  private static PartitionPath of(FoundFile file) {
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    for (String folder : file.folders()) {
      int equals = folder.indexOf('=');
      if (equals > 0) {
        String key = decode(folder.substring(0, equals), file);
        String value = decode(folder.substring(equals + 1), file);
        if (values.put(key, Optional.of(value).filter(text -> !text.equals(NULL))) != null) {
          throw new UnsupportedDataException(
              file.file().toString(), "two of its folders give the column '" + key + "' a value");
        }
      }
    }
    return new PartitionPath(file, Collections.unmodifiableMap(values));
  }

  private static void requireOneSet(List<PartitionPath> files) {
    PartitionPath first = files.getFirst();
    for (PartitionPath file : files) {
      if (!file.values.keySet().equals(first.values.keySet())) {
        throw new UnsupportedDataException(
            file.file.file().toString(),
            "its folders give it the columns "
                + file.values.keySet()
                + ", but those of "
                + first.file.file()
                + " are "
                + first.values.keySet());
      }
    }
  }

  /// Replaces `%2F` and the like by the byte. Any other `%` stays: not all writers encode it.
  private static String decode(String name, FoundFile file) {
    if (name.indexOf('%') < 0) {
      return name;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      int high = encoded[i] == '%' && i + 2 < encoded.length ? digit(encoded[i + 1]) : -1;
      int low = high < 0 ? -1 : digit(encoded[i + 2]);
      bytes.write(low < 0 ? encoded[i] : high << 4 | low);
      i += low < 0 ? 0 : 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException _) {
      throw new MalformedDataException(
          file.file().toString(), "the folder name '" + name + "'", "percent-encoded UTF-8");
    }
  }

  private static int digit(byte character) {
    return Character.digit((char) (character & 0xff), 16);
  }
}
