package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

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
    Cursor cursor = new GzipCursor(new PlainText(file).from(0));
    byte[] skipped = new byte[BUFFER];
    long left = offset;
    while (left > 0) {
      int count = cursor.read(skipped, 0, (int) Math.min(left, skipped.length));
      if (count == 0) {
        break;
      }
      left -= count;
    }
    return cursor;
  }

  private final class GzipCursor implements Cursor {
    private final GZIPInputStream stream;

    GzipCursor(Cursor compressed) throws IOException {
      try {
        stream = new GZIPInputStream(new CursorStream(compressed), BUFFER);
      } catch (ZipException | EOFException e) {
        throw malformed(e);
      }
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      try {
        return stream.readNBytes(target, at, length);
      } catch (ZipException | EOFException e) {
        throw malformed(e);
      }
    }

    private MalformedDataException malformed(IOException e) {
      return new MalformedDataException(
          file.file().toString(), "gzip data that ends in: " + e.getMessage(), "whole members", e);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /// What [GZIPInputStream] reads from.
  private static final class CursorStream extends InputStream {
    private final Cursor cursor;

    CursorStream(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return cursor.read(one, 0, 1) == 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int count = cursor.read(target, at, length);
      return count == 0 ? -1 : count;
    }

    @Override
    public int available() {
      // GZIPInputStream asks whether there may be another member, and would not look if this said
      // no.
      return 1;
    }
  }
}
