package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.InputFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The text of a file in gzip's format (RFC 1952), of any number of members.
record GzipText(InputFile file) implements Text {
  private static final int BUFFER = 1 << 16;

  /// Whether a file begins as gzip does. No text does: the second byte is not UTF-8.
  static boolean isGzip(InputFile file) throws IOException {
    byte[] head = new byte[2];
    int count = new PlainText(file).from(0).read(head, 0, head.length);
    return count == head.length && head[0] == 0x1f && head[1] == (byte) 0x8b;
  }

  @Override
  public long size() {
    return UNKNOWN;
  }

  @Override
  public boolean isSequential() {
    return true;
  }

  @Override
  public Cursor from(long offset) throws IOException {
    Cursor cursor = new GzipCursor();
    try {
      skip(cursor, offset);
      return cursor;
    } catch (IOException | RuntimeException e) {
      try (cursor) {
        throw e;
      }
    }
  }

  private static void skip(Cursor cursor, long bytes) throws IOException {
    byte[] skipped = new byte[(int) Math.min(BUFFER, bytes)];
    long left = bytes;
    while (left > 0) {
      int count = cursor.read(skipped, 0, (int) Math.min(left, skipped.length));
      if (count == 0) {
        break;
      }
      left -= count;
    }
  }

  private final class GzipCursor implements Cursor {
    private final Compressed compressed = new Compressed(new PlainText(file).from(0));
    private final Members members;

    GzipCursor() throws IOException {
      try {
        members = new Members(compressed, file.file().toString());
      } catch (ZipException | EOFException e) {
        throw malformed(e);
      }
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      int count;
      try {
        count = members.readNBytes(target, at, length);
      } catch (ZipException | EOFException e) {
        throw malformed(e);
      }
      if (count < length) {
        requireEnd();
      }
      return count;
    }

    /// Whatever is no other member is the end to [GZIPInputStream], and so is a failure to read it.
    private void requireEnd() throws IOException {
      compressed.rethrow();
      long end = members.end();
      long more = file.file().size() - end;
      if (more > 0) {
        throw new MalformedDataException(
            file.file() + ", offset " + end,
            more + " bytes that are no whole member of gzip",
            "one, or the end of the file");
      }
    }

    private MalformedDataException malformed(IOException e) {
      String found =
          e instanceof EOFException
              ? "gzip data that ends within a member"
              : "gzip data that cannot be decompressed: " + e.getMessage();
      return new MalformedDataException(file.file().toString(), found, "whole members", e);
    }

    @Override
    public void close() throws IOException {
      members.close();
    }
  }

  /// The members of a file, one after the other.
  private static final class Members extends GZIPInputStream {
    private static final int TRAILER = 8;

    /// Behind a member without a byte the JDK reads the next one by a call of its own method, and
    /// so on: so many calls fit on any stack.
    private static final int MOST_EMPTY = 500;

    private final Compressed compressed;
    private final String file;
    private int calls;

    /// How much of the file was given to the inflater, or passed over before.
    private long fed;

    Members(Compressed compressed, String file) throws IOException {
      super(compressed, BUFFER);
      this.compressed = compressed;
      this.file = file;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      if (calls > MOST_EMPTY) {
        throw new UnsupportedDataException(
            file, "more than " + MOST_EMPTY + " empty members of gzip in a row are not supported");
      }
      calls++;
      try {
        return super.read(target, at, length);
      } finally {
        calls--;
      }
    }

    @Override
    protected void fill() throws IOException {
      super.fill();
      fed = compressed.taken;
    }

    /// Where the last member ends, when it has.
    long end() {
      return fed - inf.getRemaining() + TRAILER;
    }
  }

  /// What is read from the file.
  private static final class Compressed extends InputStream {
    private final Cursor cursor;
    private long taken;
    private @Nullable IOException failure;

    Compressed(Cursor cursor) {
      this.cursor = cursor;
    }

    /// Throws what was thrown here, if anything was.
    void rethrow() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      try {
        int count = cursor.read(target, at, length);
        taken += count;
        return count == 0 ? -1 : count;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
