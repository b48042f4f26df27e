package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.Format;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is not read yet is refused by its name in Arrow, with the file and the column.
final class RefusalTest {
  @ParameterizedTest
  @ValueSource(ints = {27, 127, 128, 255})
  void typesOfNewerVersionsAreNamedByTheirNumberWithTheirColumn(int number) throws IOException {
    byte[] file =
        new FileForge(Metadata.MODERN, builder -> newerType(builder, "new", number)).build();
    assertRefused(
        file, "column 'new': type number " + number + " of a newer Arrow version is not supported");
  }

  /// A schema of one field, whose type has no parameters.
  private static int newerType(FlatBufferBuilder builder, String name, int number) {
    int nameText = builder.createString(name);
    org.apache.arrow.flatbuf.Null.startNull(builder);
    int parameters = org.apache.arrow.flatbuf.Null.endNull(builder);
    org.apache.arrow.flatbuf.Field.startField(builder);
    org.apache.arrow.flatbuf.Field.addName(builder, nameText);
    org.apache.arrow.flatbuf.Field.addTypeType(builder, (byte) number);
    org.apache.arrow.flatbuf.Field.addType(builder, parameters);
    int field = org.apache.arrow.flatbuf.Field.endField(builder);
    return schema(builder, (short) 0, field);
  }

  @Test
  void otherCodecsAreRefusedByNumber() throws IOException {
    byte[] file =
        forge()
            .codec(7)
            .batch(1, LayoutsTest.nodes(1), FileForge.none(), FileForge.longs(1))
            .build();
    assertRefused(file, "record batch 0: compression by codec number 7 is not supported");
  }

  @Test
  void aSecondDictionaryOfOneIdIsMalformed() throws IOException {
    byte[] file =
        new FileForge(Fields.encoded("d", 5, 8, Fields.INT64))
            .dictionary(5, false, 1, LayoutsTest.nodes(1), FileForge.none(), FileForge.longs(1))
            .dictionary(5, false, 1, LayoutsTest.nodes(1), FileForge.none(), FileForge.longs(2))
            .batch(1, LayoutsTest.nodes(1), FileForge.none(), new byte[] {0})
            .build();
    assertRefusedByRows(
        file, MalformedDataException.class, "dictionary batch 1: found another dictionary of id 5");
  }

  @Test
  void bigEndianDataIsRefused() throws IOException {
    byte[] file = new FileForge(Metadata.MODERN, builder -> schema(builder, (short) 1)).build();
    assertRefused(file, "big-endian");
  }

  private static int schema(FlatBufferBuilder builder, short endianness, int... columns) {
    int fields = org.apache.arrow.flatbuf.Schema.createFieldsVector(builder, columns);
    org.apache.arrow.flatbuf.Schema.startSchema(builder);
    org.apache.arrow.flatbuf.Schema.addEndianness(builder, endianness);
    org.apache.arrow.flatbuf.Schema.addFields(builder, fields);
    return org.apache.arrow.flatbuf.Schema.endSchema(builder);
  }

  @ParameterizedTest
  @CsvSource({MetadataVersion.V2 + ", V2", MetadataVersion.V3 + ", V3"})
  void metadataVersionsBeforeV4AreRefused(short version, String name) throws IOException {
    Metadata old = new Metadata(version, true);
    assertRefused(
        new FileForge(old, Fields.of("x", Fields.INT64)).build(), "metadata version " + name);
  }

  @Test
  void featherVersion1IsRefused() throws IOException {
    assertRefused(FileForge.text("FEA1 and whatever follows FEA1"), "Feather version 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "ARROW", "PAR1 and more than 16 bytes", "ARROW1\0\0"})
  void otherBytesAreMalformed(String content) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "other", FileForge.text(content))) {
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> memory.source(true));
      assertTrue(error.getMessage().startsWith("native:/mapped/other"), error.getMessage());
    }
  }

  @Test
  void namesFromFilesCannotFloodAMessage() throws IOException {
    String name = "\u001b[31m" + "x".repeat(5000);
    byte[] file = new FileForge(Metadata.MODERN, builder -> newerType(builder, name, 99)).build();
    try (InMemory memory = new InMemory(Arrow.format(), "long", file)) {
      String message = assertThrows(UnsupportedDataException.class, memory::mapped).getMessage();
      assertTrue(message.length() <= 1024 && !message.contains("\u001b"), message);
    }
  }

  @Test
  void theFormatKnowsItsFilesAndWhatItRefuses() {
    Format format = Arrow.format();
    assertEquals("arrow", format.name());
    for (String name :
        List.of("a.arrow", "a.ARROW", "b.c.feather", "a.arrow_file", "a.arrows", "a.ipc")) {
      assertTrue(format.matchesName(name), name);
    }
    for (String name : List.of("arrow.csv", "a.parquet", "README", "a.arrow.gz", "stream", "")) {
      assertFalse(format.matchesName(name), name);
    }
    assertTrue(matches(FileForge.text("ARROW1\0\0")));
    assertTrue(matches(FileForge.text("FEA1....")));
    assertTrue(matches(FileForge.ints(-1, 256, 16, 0)));
    assertTrue(matches(FileForge.ints(-1, 0)));
    assertFalse(matches(FileForge.none()));
    assertFalse(matches(FileForge.text("PAR1....")));
    assertFalse(matches(FileForge.ints(-1, -1, 16, 0)));
    assertFalse(matches(FileForge.ints(-1, 256, 257, 0)));
  }

  private static boolean matches(byte[] head) {
    return Arrow.format().matchesMagic(MemorySegment.ofArray(head));
  }

  private static FileForge forge() {
    return new FileForge(Fields.of("x", Fields.INT64));
  }

  private static void assertRefused(byte[] file, String feature) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "refused", file)) {
      String message = assertThrows(UnsupportedDataException.class, memory::mapped).getMessage();
      assertTrue(message.startsWith("native:/mapped/refused"), message);
      assertTrue(message.contains(feature), message);
    }
  }

  private static void assertRefusedByRows(
      byte[] file, Class<? extends RuntimeException> error, String text) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "refused", file)) {
      String message = assertThrows(error, memory.mapped()::rowCount).getMessage();
      assertTrue(message.startsWith("native:/mapped/refused"), message);
      assertTrue(message.contains(text), message);
    }
  }
}
