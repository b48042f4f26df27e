package io.zenith.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// The keys of encrypted files: of the footer, and of columns that have keys of their own.
///
/// A key is one of AES, of 16, 24 or 32 bytes. Immutable, and safe to use from many threads; what
/// is given is copied, and keys are never printed.
public final class DecryptionKeys {
  private static final DecryptionKeys NONE =
      new DecryptionKeys(Optional.empty(), Map.of(), Optional.empty(), Optional.empty());

  private static final String COLUMN = "column.";

  private final Optional<SecretKey> footer;
  private final Map<String, SecretKey> columns;
  private final Optional<byte[]> aadPrefix;
  private final Optional<KeyRetriever> retriever;

  private DecryptionKeys(
      Optional<SecretKey> footer,
      Map<String, SecretKey> columns,
      Optional<byte[]> aadPrefix,
      Optional<KeyRetriever> retriever) {
    this.footer = footer;
    this.columns = columns;
    this.aadPrefix = aadPrefix;
    this.retriever = retriever;
  }

  /// No keys, to which some are added.
  public static DecryptionKeys none() {
    return NONE;
  }

  /// Reads keys from a file of lines `NAME=HEX`: `footer`, the path of a column, and `aad` for the
  /// prefix. `column.` may go before a path, as for a column that is called `footer`. Empty lines
  /// and those that begin with `#` say nothing.
  ///
  /// @throws IOException if the file cannot be read
  /// @throws IllegalArgumentException if a line is something else; its key is not in the message
  public static DecryptionKeys read(Path file) throws IOException {
    DecryptionKeys keys = NONE;
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          keys = keys.with(line);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(file + ", line " + number + ": " + e.getMessage());
        }
      }
    }
    return keys;
  }

  private DecryptionKeys with(String line) {
    int equals = line.lastIndexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("not NAME=HEX");
    }
    String name = line.substring(0, equals).strip();
    byte[] bytes = bytes(line.substring(equals + 1).strip());
    return switch (name) {
      case "footer" -> footer(bytes);
      case "aad" -> aadPrefix(bytes);
      default ->
          name.startsWith(COLUMN)
              ? column(name, bytes).column(name.substring(COLUMN.length()), bytes)
              : column(name, bytes);
    };
  }

  private static byte[] bytes(String hex) {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException _) {
      // its message has the digits
      throw new IllegalArgumentException("what follows = is not pairs of hexadecimal digits");
    }
  }

  /// These keys and that of the footer, which columns without a key of their own have too. With it,
  /// files that are not encrypted are refused, and footers in plain text are verified.
  ///
  /// @throws IllegalArgumentException if it does not have 16, 24 or 32 bytes
  public DecryptionKeys footer(byte[] key) {
    return new DecryptionKeys(
        Optional.of(aes(key, "the footer key")), columns, aadPrefix, retriever);
  }

  /// These keys and that of a column.
  ///
  /// @param path of the leaf in the schema of the file, such as `user.address.list.element.city`
  /// @throws IllegalArgumentException if the key does not have 16, 24 or 32 bytes
  public DecryptionKeys column(String path, byte[] key) {
    Map<String, SecretKey> more = new TreeMap<>(columns);
    more.put(path, aes(key, "the key of column '" + path + "'"));
    return new DecryptionKeys(footer, Map.copyOf(more), aadPrefix, retriever);
  }

  /// These keys and the prefix of the additional authenticated data, which names the file that is
  /// meant. One that the file says itself need not be given; if it is, the two must be equal.
  public DecryptionKeys aadPrefix(byte[] prefix) {
    return new DecryptionKeys(footer, columns, Optional.of(prefix.clone()), retriever);
  }

  /// These keys, and for all others one that finds them. With it too, files that are not encrypted
  /// are refused.
  public DecryptionKeys retriever(KeyRetriever others) {
    return new DecryptionKeys(footer, columns, aadPrefix, Optional.of(others));
  }

  /// @param name which key it is
  static SecretKey aes(byte[] key, String name) {
    if (key.length != 16 && key.length != 24 && key.length != 32) {
      throw new IllegalArgumentException(name + " has " + key.length + " bytes, not 16, 24 or 32");
    }
    return new SecretKeySpec(key, "AES");
  }

  Optional<SecretKey> footer() {
    return footer;
  }

  Optional<SecretKey> column(String path) {
    return Optional.ofNullable(columns.get(path));
  }

  Optional<byte[]> aadPrefix() {
    return aadPrefix;
  }

  Optional<KeyRetriever> retriever() {
    return retriever;
  }

  /// Whether files must be encrypted.
  boolean areOfEncryptedFiles() {
    return footer.isPresent() || retriever.isPresent();
  }

  /// Which keys there are, without the keys.
  @Override
  public String toString() {
    return "keys of "
        + (footer.isPresent() ? "the footer and " : "")
        + columns.size()
        + (columns.size() == 1 ? " column" : " columns")
        + (retriever.isPresent() ? ", and a retriever" : "");
  }
}
