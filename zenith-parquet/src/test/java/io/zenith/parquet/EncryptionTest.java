package io.zenith.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Mutator;
import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import io.zenith.testkit.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.apache.parquet.format.AesGcmCtrV1;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Encrypted files of PyArrow. Those of parquet-java are among the conformance files.
class EncryptionTest {
  private static final int ROWS = 60;

  /// All settings of `encrypted_files.py`: three sizes of keys, two algorithms, footers encrypted
  /// or not, and five choices of keys and AAD prefixes.
  private static final int FILES = 3 * 2 * 2 * 5;

  /// Of a file with these numbers: footer and all columns have keys of their own; the same, with
  /// the footer in plain text; one key, and a prefix that is stored, or is not.
  private static final int OWN_KEYS = 0;

  private static final int PLAIN_FOOTER = 5;
  private static final int PARTLY_PLAIN = 6;
  private static final int ONE_KEY = 2;
  private static final int ONE_KEY_CTR = 12;
  private static final int STORED_PREFIX = 3;
  private static final int SECRET_PREFIX = 4;

  private static final int CHANGES = 2_000;
  private static final int CASES_OF_CTR = 1_000;

  @TempDir static Path folder;

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Python.require("pyarrow");
    try (InputStream script = EncryptionTest.class.getResourceAsStream("encrypted_files.py")) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      String written = Python.run(text, folder.toString(), Integer.toString(ROWS));
      assertEquals(FILES, Integer.parseInt(written.strip()));
    }
  }

  private static Path file(int number) {
    return folder.resolve(number + ".parquet");
  }

  private static DecryptionKeys keys(int number) throws IOException {
    return DecryptionKeys.read(folder.resolve(number + ".keys"));
  }

  private static Dataset open(DecryptionKeys keys, Path file) throws IOException {
    return Dataset.open(Parquet.format().keys(keys), file.toString());
  }

  private static Map<String, List<@Nullable Object>> plain() throws IOException {
    return Table.read(Dataset.open(folder.resolve("plain.arrow").toString()), 100);
  }

  @Test
  void allSettingsOfPyArrowReadAsTheyWereWritten() throws IOException {
    Map<String, List<@Nullable Object>> expected = plain();
    for (int number = 0; number < FILES; number++) {
      Path file = isMisnamed(number) ? corrected(number) : file(number);
      assertEquals(expected, Table.read(open(keys(number), file), 7), "file " + number);
    }
  }

  /// Pages are named by their numbers, those that are passed over among them.
  @Test
  void someRowsAreThoseOfTheWhole() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int number = 0; number < FILES; number++) {
      byte[] file = Files.readAllBytes(isMisnamed(number) ? corrected(number) : file(number));
      Parquet format = Parquet.format().keys(keys(number));
      try (InMemory memory = new InMemory(format, "ranges", file)) {
        for (boolean mapped : new boolean[] {true, false}) {
          try (DataSource source = memory.source(mapped)) {
            for (Split split : source.splits()) {
              RowRangesTest.verify(source, split, random);
            }
          }
        }
      }
    }
  }

  /// Whether pages are encrypted by CTR, while a footer in plain text says GCM: PyArrow does not
  /// read such a file of its own either, and neither may anyone, since all authenticity could be
  /// had off so.
  private static boolean isMisnamed(int number) {
    return number % 20 >= 15;
  }

  @Test
  void pagesThatLackTheirTagsAreRefused() throws IOException {
    for (int number = 15; number < 20; number++) {
      refused(keys(number), number, "does not decrypt");
    }
  }

  /// A file whose footer says what is true of its pages, and is signed again.
  private static Path corrected(int number) throws IOException {
    byte[] file = Files.readAllBytes(file(number));
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    int start = file.length - 8 - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(file, start, length));
    AesGcmV1 found = Objects.requireNonNull(footer.getEncryption_algorithm()).getAES_GCM_V1();
    AesGcmCtrV1 right =
        new AesGcmCtrV1()
            .setAad_file_unique(found.getAad_file_unique())
            .setAad_prefix(found.getAad_prefix())
            .setSupply_aad_prefix(found.isSupply_aad_prefix());
    footer.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_CTR_V1(right));
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, plain);
    byte[] nonce = Arrays.copyOfRange(file, file.length - 8 - 28, file.length - 8 - 16);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(file, 0, start);
    bytes.writeBytes(plain.toByteArray());
    bytes.writeBytes(nonce);
    bytes.writeBytes(tag(keys(number), right, plain.toByteArray(), nonce));
    int size = plain.size() + 28;
    bytes.writeBytes(FileForge.joined(FileForge.ints(size), "PAR1".getBytes(US_ASCII)));
    return Files.write(folder.resolve(number + ".corrected.parquet"), bytes.toByteArray());
  }

  private static byte[] tag(DecryptionKeys keys, AesGcmCtrV1 aad, byte[] footer, byte[] nonce) {
    byte[] prefix =
        keys.aadPrefix().orElse(aad.isSetAad_prefix() ? aad.getAad_prefix() : new byte[0]);
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, keys.footer().orElseThrow(), new GCMParameterSpec(128, nonce));
      cipher.updateAAD(prefix);
      cipher.updateAAD(aad.getAad_file_unique());
      cipher.updateAAD(new byte[] {0}); // a footer
      byte[] sealed = cipher.doFinal(footer);
      return Arrays.copyOfRange(sealed, footer.length, sealed.length);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutTheFooterKeyTheErrorSaysHowToGiveIt() {
    UnsupportedDataException error =
        assertThrows(
            UnsupportedDataException.class, () -> open(DecryptionKeys.none(), file(OWN_KEYS)));
    assertEquals(
        file(OWN_KEYS)
            + ", footer: it is encrypted, and the footer key is missing; give it with"
            + " Parquet.format().keys(...)",
        error.getMessage());
  }

  @Test
  void columnsWithoutKeysAreRefusedOnceTheyAreRead() throws IOException {
    for (int number : List.of(OWN_KEYS, PLAIN_FOOTER)) {
      DecryptionKeys some = without(number, "column.text");
      Dataset dataset = open(some, file(number));
      assertEquals(ROWS, dataset.rowCount());
      Map<String, List<@Nullable Object>> expected = plain();
      expected.remove("text");
      assertEquals(expected, Table.read(dataset.select("number", "list", "struct"), 100));
      UnsupportedDataException error =
          assertThrows(UnsupportedDataException.class, () -> Table.read(dataset, 100));
      assertEquals(
          file(number)
              + ", row group 0, column 'text': it is encrypted, and the key of column 'text' is"
              + " missing; give it with Parquet.format().keys(...)",
          error.getMessage());
    }
  }

  @Test
  void columnsThatAreNotEncryptedNeedNoKey() throws IOException {
    Dataset dataset = open(DecryptionKeys.none(), file(PARTLY_PLAIN));
    Map<String, List<@Nullable Object>> expected = plain();
    expected.keySet().removeAll(List.of("text", "list"));
    assertEquals(expected, Table.read(dataset.select("number", "struct"), 100));
  }

  /// The keys of a file without one of its lines.
  private static DecryptionKeys without(int number, String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(number + ".keys"));
    List<String> others = lines.stream().filter(line -> !line.startsWith(name + "=")).toList();
    assertNotEquals(lines, others);
    Path file = Files.createTempFile(folder, "some", ".keys");
    Files.write(file, others);
    return DecryptionKeys.read(file);
  }

  @Test
  void wrongKeysAreNamed() throws IOException {
    byte[] wrong = new byte[16];
    for (int number : List.of(OWN_KEYS, PLAIN_FOOTER)) {
      refused(keys(number).footer(wrong), number, "footer: ", "the footer key", "check this key");
      refused(
          keys(number).column("text", wrong),
          number,
          "row group 0, column 'text'",
          "the key of column 'text' does not decrypt");
    }
    refused(keys(OWN_KEYS).footer(new byte[32]), OWN_KEYS, "the footer key does not decrypt");
  }

  @Test
  void prefixesMustBeThoseOfTheFile() throws IOException {
    byte[] other = "other".getBytes(US_ASCII);
    refused(keys(STORED_PREFIX).aadPrefix(other), STORED_PREFIX, "AAD prefix 7461626c65");
    refused(keys(SECRET_PREFIX).aadPrefix(other), SECRET_PREFIX, "check this key and the AAD");
    refused(keys(OWN_KEYS).aadPrefix(other), OWN_KEYS, "no AAD prefix", "6f74686572");
    DecryptionKeys none = without(SECRET_PREFIX, "aad");
    UnsupportedDataException error =
        assertThrows(UnsupportedDataException.class, () -> open(none, file(SECRET_PREFIX)));
    assertTrue(String.valueOf(error.getMessage()).contains("its AAD prefix is missing"));
    DecryptionKeys right = keys(STORED_PREFIX).aadPrefix("table".getBytes(US_ASCII));
    assertEquals(plain(), Table.read(open(right, file(STORED_PREFIX)), 100));
  }

  @Test
  void filesThatAreNotEncryptedAreRefusedWithAFooterKey() throws IOException {
    Path file = Files.write(folder.resolve("plain.parquet"), Corpus.files().get("numbers"));
    MalformedDataException error =
        assertThrows(
            MalformedDataException.class,
            () -> open(DecryptionKeys.none().footer(new byte[16]), file));
    assertTrue(String.valueOf(error.getMessage()).contains("a file that is not encrypted"));
    error =
        assertThrows(
            MalformedDataException.class, () -> open(retrieved(_ -> Optional.empty()), file));
    assertTrue(String.valueOf(error.getMessage()).contains("since a key retriever was given"));
    DecryptionKeys column = DecryptionKeys.none().column("x", new byte[16]);
    assertEquals(3, open(column, file).rowCount());
  }

  /// What PyArrow says of a key: the name of another one, and itself, which the script has left as
  /// it is.
  private record KeyMaterial(String name, Bytes content) {
    static KeyMaterial of(byte[] metadata) throws IOException {
      JsonNode material = new ObjectMapper().readTree(metadata);
      return new KeyMaterial(
          material.get("masterKeyID").asText(),
          Bytes.of(Base64.getDecoder().decode(material.get("wrappedDEK").asText())));
    }

    byte[] key() {
      return content.toArray();
    }
  }

  private static DecryptionKeys retrieved(KeyRetriever retriever) {
    return DecryptionKeys.none().retriever(retriever);
  }

  /// Of files with keys of their own for columns.
  @Test
  void keysAreFoundByWhatTheFileSaysOfThem() throws IOException {
    Map<String, List<@Nullable Object>> expected = plain();
    for (int number = 0; number < FILES; number++) {
      if (number % 5 < 2) {
        List<String> asked = new ArrayList<>();
        DecryptionKeys keys =
            retrieved(metadata -> {
              KeyMaterial material = KeyMaterial.of(metadata);
              asked.add(material.name());
              return Optional.of(material.key());
            });
        Path file = isMisnamed(number) ? corrected(number) : file(number);
        Dataset.open(Parquet.format().keys(keys), file.toString());
        assertEquals(Set.copyOf(asked).size(), asked.size(), asked::toString);
        assertEquals(number % 5 == 0 ? 6 : 3, asked.size(), asked::toString);
        assertEquals(expected, Table.read(open(keys, file), 7), "file " + number);
      }
    }
  }

  @Test
  void keysThatAreGivenAreNotLookedFor() throws IOException {
    KeyRetriever nobody =
        _ -> {
          throw new AssertionError("asked");
        };
    assertEquals(plain(), Table.read(open(keys(OWN_KEYS).retriever(nobody), file(OWN_KEYS)), 100));
  }

  /// Files by parquet-java, with nine keys.
  @Test
  void keysOfFilesOfParquetJavaAreFoundByTheirNames() throws IOException {
    Path folder = SharedFiles.require("conformance/parquet");
    Map<String, byte[]> keys = new TreeMap<>();
    keys.put("kf", "01234567890123456789012345678901".getBytes(US_ASCII));
    for (int i = 1; i <= 8; i++) {
      keys.put("kc" + i, ("1234567890123456789012345678901" + (i + 1)).getBytes(US_ASCII));
    }
    List<String> asked = new ArrayList<>();
    DecryptionKeys found =
        retrieved(metadata -> {
          String name = new String(metadata, US_ASCII);
          asked.add(name);
          return Optional.ofNullable(keys.get(name));
        });
    String file = "aes256/encrypt_columns_and_footer.parquet.encrypted";
    Dataset dataset = open(found, folder.resolve(file));
    assertEquals(keys.keySet(), Set.copyOf(asked));
    Dataset expected = Dataset.open(folder.resolve("expected/" + file + ".arrow").toString());
    assertEquals(Table.read(expected, 100), Table.read(dataset, 100));
  }

  @Test
  void columnsWhoseKeysNobodyFindsAreRefusedOnceTheyAreRead() throws IOException {
    for (int number : List.of(OWN_KEYS, PLAIN_FOOTER)) {
      DecryptionKeys keys =
          retrieved(metadata ->
              Optional.of(KeyMaterial.of(metadata))
                  .filter(material -> !material.name().equals("column.text"))
                  .map(KeyMaterial::key));
      Dataset dataset = open(keys, file(number));
      Map<String, List<@Nullable Object>> expected = plain();
      expected.remove("text");
      assertEquals(expected, Table.read(dataset.select("number", "list", "struct"), 100));
      UnsupportedDataException error =
          assertThrows(UnsupportedDataException.class, () -> Table.read(dataset, 100));
      assertEquals(
          file(number)
              + ", row group 0, column 'text': it is encrypted, and the key of column 'text' is"
              + " missing: the key retriever gave none",
          error.getMessage());
    }
    UnsupportedDataException error =
        assertThrows(
            UnsupportedDataException.class,
            () -> open(retrieved(_ -> Optional.empty()), file(OWN_KEYS)));
    assertEquals(
        file(OWN_KEYS)
            + ", footer: it is encrypted, and the footer key is missing: the key retriever gave"
            + " none",
        error.getMessage());
  }

  @Test
  void filesMaySayNothingOfTheirKeys() {
    UnsupportedDataException error =
        assertThrows(
            UnsupportedDataException.class,
            () -> open(retrieved(_ -> Optional.of(new byte[16])), file(ONE_KEY)));
    assertTrue(
        String.valueOf(error.getMessage())
            .endsWith(
                ", footer: it is encrypted, and the footer key is missing: the file says nothing"
                    + " about it to a key retriever"),
        error::getMessage);
  }

  @Test
  void retrieversThatFailAreNamed() {
    KeyRetriever failing =
        metadata -> {
          KeyMaterial material = KeyMaterial.of(metadata);
          if (material.name().equals("column.list")) {
            throw new IllegalStateException(
                "no answer about " + HexFormat.of().formatHex(metadata));
          }
          return Optional.of(material.key());
        };
    KeyRetriever odd =
        metadata ->
            KeyMaterial.of(metadata).name().equals("footer")
                ? Optional.of(KeyMaterial.of(metadata).key())
                : Optional.of("short key".getBytes(US_ASCII));
    String column =
        ", footer, row group 0, column 'list.list.element': the key retriever failed for";
    IOException error =
        assertThrows(IOException.class, () -> open(retrieved(failing), file(OWN_KEYS)));
    assertEquals(
        file(OWN_KEYS) + column + " the key of column 'list.list.element'", error.getMessage());
    assertInstanceOf(IllegalStateException.class, error.getCause());
    error = assertThrows(IOException.class, () -> open(retrieved(odd), file(OWN_KEYS)));
    assertEquals(
        file(OWN_KEYS)
            + ", footer, row group 0, column 'number': the key retriever gave a key that is none: the key"
            + " of column 'number' has 9 bytes, not 16, 24 or 32",
        error.getMessage());
  }

  @Test
  void foundKeysThatAreWrongAreNamed() throws IOException {
    DecryptionKeys keys =
        retrieved(metadata -> {
          KeyMaterial material = KeyMaterial.of(metadata);
          return Optional.of(material.name().equals("column.text") ? new byte[16] : material.key());
        });
    refused(keys, OWN_KEYS, "column 'text'", "the key of column 'text' does not decrypt");
  }

  private static void refused(DecryptionKeys keys, int number, String... parts) {
    MalformedDataException error =
        assertThrows(MalformedDataException.class, () -> Table.read(open(keys, file(number)), 100));
    for (String part : parts) {
      String message = String.valueOf(error.getMessage());
      assertTrue(message.startsWith(file(number).toString()), message);
      assertTrue(message.contains(part), message);
    }
  }

  /// Whatever is changed in a file whose parts are all authenticated, it is refused, or its values
  /// are what was written.
  @Test
  void nothingThatWasChangedIsEverDelivered() throws Exception {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < FILES; number++) {
      boolean isGcm = number % 20 < 10;
      boolean isPartlyPlain = number % 5 == 1;
      if (isGcm && !isPartlyPlain) {
        numbers.add(number);
      }
    }
    List<byte[]> files = new ArrayList<>();
    List<Parquet> formats = new ArrayList<>();
    List<Attempt> sound = new ArrayList<>();
    for (int number : numbers) {
      files.add(Files.readAllBytes(file(number)));
      formats.add(Parquet.format().keys(keys(number)));
      sound.add(Attempt.of(formats.getLast(), files.getLast(), true, 64));
      assertEquals(Outcome.READ, sound.getLast().outcome());
    }
    Workers.run(
        CHANGES,
        number -> {
          SplittableRandom random = new SplittableRandom(number);
          int which = random.nextInt(files.size());
          byte[] changed = new Mutator(List.of(files.get(which))).next(random);
          Attempt attempt;
          try {
            attempt = Attempt.of(formats.get(which), changed, random.nextBoolean(), 64);
          } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError("change " + number + " of file " + numbers.get(which), e);
          }
          if (attempt.outcome() == Outcome.READ) {
            assertEquals(
                sound.get(which).columns(), attempt.columns(), "change " + number + " was read");
          }
        });
  }

  /// Without tags pages may be anything, which must do no harm.
  @Test
  void changedPagesWithoutTagsAreRefusedOrReadToTheirEnds() throws Exception {
    new Mutations(
            Parquet.format().keys(keys(ONE_KEY_CTR)),
            new Mutator(List.of(Files.readAllBytes(file(ONE_KEY_CTR)))))
        .run(CASES_OF_CTR);
  }

  /// All modules of this file have one key, and many are of one length.
  @Test
  void noModuleStandsForAnother() throws IOException {
    int number = ONE_KEY;
    byte[] file = Files.readAllBytes(file(number));
    Parquet format = Parquet.format().keys(keys(number));
    int swaps = 0;
    List<MemorySegment> modules = modules(file);
    for (MemorySegment one : modules) {
      Optional<MemorySegment> other =
          modules.stream()
              .filter(next -> next.address() > one.address() && next.byteSize() == one.byteSize())
              .findFirst();
      if (other.isPresent()) {
        byte[] swapped = file.clone();
        MemorySegment target = MemorySegment.ofArray(swapped);
        target.asSlice(one.address(), one.byteSize()).copyFrom(other.get());
        target.asSlice(other.get().address(), one.byteSize()).copyFrom(one);
        assertEquals(Outcome.MALFORMED, Attempt.of(format, swapped, true, 64).outcome());
        swaps++;
      }
    }
    assertTrue(swaps > 10, swaps + " swaps");
  }

  /// The modules of pages and their headers, which follow one another.
  private static List<MemorySegment> modules(byte[] file) {
    List<MemorySegment> modules = new ArrayList<>();
    MemorySegment bytes = MemorySegment.ofArray(file);
    int pages = 5 * (ROWS / 8);
    long at = 4;
    while (modules.size() < pages) {
      long size = (long) Integer.BYTES + bytes.get(Numbers.INT, at);
      modules.add(bytes.asSlice(at, size));
      at += size;
    }
    return modules;
  }

  @Test
  void keysAreNeverPrinted() throws IOException {
    DecryptionKeys keys = DecryptionKeys.none().footer(new byte[16]).column("a", new byte[32]);
    assertEquals("keys of the footer and 1 column", keys.toString());
    assertEquals("keys of 0 columns", DecryptionKeys.none().toString());
    assertEquals("keys of 0 columns, and a retriever", retrieved(_ -> Optional.empty()).toString());
    for (String line : List.of("footer=0011223344", "a=0011223344zz", "0011223344", "a=001")) {
      Path file = Files.writeString(folder.resolve("bad.keys"), "# keys\n\n" + line);
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> DecryptionKeys.read(file));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.startsWith(file + ", line 3: "), message);
      assertFalse(message.contains("001"), message);
    }
  }
}
