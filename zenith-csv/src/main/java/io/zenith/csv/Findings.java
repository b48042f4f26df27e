package io.zenith.csv;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is found out by going through a text: all that is needed to read any part of it later.
///
/// @param head what comes before the records
/// @param index where the records are
/// @param types what the values of each column could be; none if all types were given
/// @param splits where the splits begin
@SuppressWarnings("ArrayRecordComponent") // never compared
record Findings(Head head, RecordIndex index, List<FoundTypes> types, long[] splits) {

  /// As bytes, which [#of] reads.
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(head.names().size());
      for (String name : head.names()) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
      out.writeLong(head.end());
      index.write(out);
      out.writeInt(types.size());
      for (FoundTypes column : types) {
        out.writeInt(column.types());
        out.writeBoolean(column.hasValues());
      }
      out.writeInt(splits.length);
      for (long split : splits) {
        out.writeLong(split);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  /// What was found out before; nothing if these bytes are something else.
  static Optional<Findings> of(byte... bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      List<String> names = new ArrayList<>();
      for (int left = count(in, Integer.BYTES); left > 0; left--) {
        names.add(new String(in.readNBytes(count(in, Byte.BYTES)), StandardCharsets.UTF_8));
      }
      Head head = new Head(names, in.readLong());
      RecordIndex index = RecordIndex.read(in);
      List<FoundTypes> types = new ArrayList<>();
      for (int left = count(in, Integer.BYTES + Byte.BYTES); left > 0; left--) {
        types.add(new FoundTypes(in.readInt(), in.readBoolean()));
      }
      long[] splits = new long[count(in, Long.BYTES)];
      for (int i = 0; i < splits.length; i++) {
        splits[i] = in.readLong();
      }
      if (in.available() > 0 || !RecordIndex.rises(head.end(), splits, index.end())) {
        throw new StreamCorruptedException();
      }
      return Optional.of(new Findings(head, index, types, splits));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Whether it may be what is found in a text.
  ///
  /// @param rows of a split but the last
  boolean fits(Text text, CsvOptions options, long rows) {
    boolean isWhole = text.isSequential() || index.end() == text.size();
    int found = options.areGiven(head.names()) ? 0 : head.names().size();
    return isWhole
        && index.from() == head.end()
        && index.records() <= index.end() - index.from()
        && types.size() == found
        && splits.length == Math.max(1, Math.ceilDiv(index.records(), rows));
  }

  /// How many of something follow that takes so many bytes at least.
  static int count(DataInputStream in, int bytes) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / bytes) {
      throw new StreamCorruptedException();
    }
    return count;
  }
}
