package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// Files of gzip's members: whole ones are read, one after the other, and nothing else is.
class GzipTest {
  private static final List<List<Object>> VALUES =
      List.of(List.of(1L, 2L, 3L), List.of("x", "é\ny", "z"));
  private static final byte[] TEXT = "a,b\n1,x\n2,\"é\ny\"\n3,z".getBytes(StandardCharsets.UTF_8);

  @Test
  void membersOfAnySize() {
    Property.check(
        200,
        (random, _) -> {
          List<byte[]> members = new ArrayList<>();
          for (int at = 0; at < TEXT.length; ) {
            int size = Math.min(random.nextInt(12), TEXT.length - at);
            members.add(Samples.zipped(Arrays.copyOfRange(TEXT, at, at + size)));
            at += size;
          }
          assertEquals(VALUES, Read.columns(Csv.format(), joined(members)));
        });
  }

  @Test
  void membersWithoutAByte() throws IOException {
    byte[] empty = Samples.zipped(new byte[0]);
    byte[] member = Samples.zipped(TEXT);
    for (int count : new int[] {1, 100, 100_000}) {
      List<byte[]> members = new ArrayList<>(Collections.nCopies(count, empty));
      members.add(member);
      byte[] file = joined(members);
      if (count <= 100) {
        assertEquals(VALUES, Read.columns(Csv.format(), file));
      } else {
        UnsupportedDataException error =
            assertThrows(UnsupportedDataException.class, () -> Read.columns(Csv.format(), file));
        assertTrue(String.valueOf(error.getMessage()).contains("500 empty members of gzip"));
      }
    }
  }

  /// Shorter ones do not even look like gzip.
  @Test
  void filesThatAreCutAnywhereAreRefused() throws IOException {
    byte[] first = Samples.zipped(Arrays.copyOf(TEXT, 8));
    byte[] second = Samples.zipped(Arrays.copyOfRange(TEXT, 8, TEXT.length));
    byte[] file = joined(List.of(first, second));
    assertEquals(VALUES, Read.columns(Csv.format(), file));
    for (int length = 2; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      if (length == first.length) {
        assertEquals(List.of(List.of(1L), List.of("x")), Read.columns(Csv.format(), cut));
      } else {
        String message = Read.refused(Csv.format(), cut);
        assertTrue(
            message.contains("gzip data that ends within a member")
                || message.contains("bytes that are no whole member of gzip"),
            "cut at " + length + ": " + message);
      }
    }
  }

  @Test
  void whatFollowsTheLastMemberIsRefusedWithItsPlace() throws IOException {
    byte[] member = Samples.zipped(TEXT);
    for (String more : List.of("\0", "rest", "\u001f\u008b", "1,2\n".repeat(40_000))) {
      byte[] file = joined(List.of(member, more.getBytes(StandardCharsets.ISO_8859_1)));
      String message = Read.refused(Csv.format(), file);
      assertTrue(
          message.contains(
              "offset " + member.length + ": found " + more.length() + " bytes that are no"),
          message);
    }
  }

  @Test
  void wrongSumsAreRefused() throws IOException {
    byte[] member = Samples.zipped(TEXT);
    for (int last = 1; last <= 8; last++) {
      byte[] file = member.clone();
      file[file.length - last] ^= 1;
      assertTrue(Read.refused(Csv.format(), file).contains("gzip"), "byte " + last);
    }
  }

  /// With a name, a comment, an extra field and a sum of all that, as few tools write them.
  @Test
  void headersWithEverythingInThem() throws IOException {
    byte[] member = Samples.zipped(TEXT);
    byte[] head = member.clone();
    head[3] = 0b11110;
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(head, 0, 10);
    file.writeBytes(new byte[] {2, 0, 'x', 'y'});
    file.writeBytes("data.csv\0by hand\0".getBytes(StandardCharsets.ISO_8859_1));
    CRC32 sum = new CRC32();
    sum.update(file.toByteArray());
    file.write((int) sum.getValue());
    file.write((int) sum.getValue() >> 8);
    file.write(member, 10, member.length - 10);
    byte[] whole = file.toByteArray();
    assertEquals(VALUES, Read.columns(Csv.format(), whole));
    whole[14] ^= 1;
    assertTrue(Read.refused(Csv.format(), whole).contains("gzip"));
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    parts.forEach(joined::writeBytes);
    return joined.toByteArray();
  }
}
