package io.zenith.testserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A connection that heads and chunks are read from line by line, and bodies in large pieces. For
/// one thread.
final class Wire implements ReadableByteChannel, Closeable {
  /// More than the head of any request or answer that S3 allows.
  private static final int LONGEST_LINE = 32 << 10;

  private static final int HEXADECIMAL = 16;

  private final SocketChannel channel;
  private final ByteBuffer ahead = ByteBuffer.allocate(16 << 10).flip();

  Wire(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  static Wire connect(InetSocketAddress address) throws IOException {
    return new Wire(SocketChannel.open(address));
  }

  /// The next head; nothing where the connection ends before its first byte.
  Optional<Head> readHead() throws IOException {
    if (!ahead.hasRemaining() && !readAhead()) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      lines.add(line);
    }
    return Optional.of(new Head(lines));
  }

  /// The next body in chunks, as a whole.
  byte[] readChunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = readChunkSize(); size > 0; size = readChunkSize()) {
      ByteBuffer chunk = ByteBuffer.allocate(size);
      while (chunk.hasRemaining()) {
        if (read(chunk) < 0) {
          throw new EOFException("ended within a chunk");
        }
      }
      body.write(chunk.array(), 0, size);
      readLine();
    }
    while (!readLine().isEmpty()) {
      // a trailer, which nobody needs
    }
    return body.toByteArray();
  }

  private int readChunkSize() throws IOException {
    String line = readLine();
    int extension = line.indexOf(';');
    return Integer.parseInt(extension < 0 ? line : line.substring(0, extension), HEXADECIMAL);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = readByte(); read != '\n'; read = readByte()) {
      line.write(read);
      if (line.size() > LONGEST_LINE) {
        throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
      }
    }
    String text = line.toString(ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private int readByte() throws IOException {
    if (!ahead.hasRemaining() && !readAhead()) {
      throw new EOFException("ended within a line");
    }
    return ahead.get();
  }

  private boolean readAhead() throws IOException {
    ahead.clear();
    int read = channel.read(ahead);
    ahead.flip();
    return read > 0;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!ahead.hasRemaining()) {
      return channel.read(into);
    }
    int length = Math.min(ahead.remaining(), into.remaining());
    into.put(ahead.slice(ahead.position(), length));
    ahead.position(ahead.position() + length);
    return length;
  }

  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /// Closes it so that the other side meets an error, instead of the end of the connection.
  void reset() throws IOException {
    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    channel.close();
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
