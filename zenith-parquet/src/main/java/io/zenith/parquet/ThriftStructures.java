package io.zenith.parquet;

import org.apache.parquet.format.InterningProtocol;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TSerializable;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/// Reads structures by the readers that parquet-format has generated. Its own `Util` reads streams,
/// by a class of Thrift that wants SLF4J, which nothing here needs.
final class ThriftStructures {
  private ThriftStructures() {}

  /// Reads a structure from the start of some bytes.
  ///
  /// @param into an empty one
  /// @return the same
  /// @throws TException if the bytes are none
  static <T extends TSerializable> T read(byte[] bytes, T into) throws TException {
    into.read(new InterningProtocol(new TCompactProtocol(new Bytes(bytes))));
    return into;
  }

  /// Bytes, to be read once. The protocol takes them from the array itself where it can.
  private static final class Bytes extends TTransport {
    private final byte[] bytes;
    private final TConfiguration configuration;
    private int at;

    Bytes(byte[] bytes) {
      this.bytes = bytes;
      this.configuration = TConfiguration.custom().setMaxMessageSize(bytes.length).build();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public int read(byte[] target, int from, int length) throws TTransportException {
      int count = Math.min(length, bytes.length - at);
      if (count == 0 && length > 0) {
        throw new TTransportException(TTransportException.END_OF_FILE, "no more bytes");
      }
      System.arraycopy(bytes, at, target, from, count);
      at += count;
      return count;
    }

    @Override
    public void write(byte[] source, int from, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] getBuffer() {
      return bytes;
    }

    @Override
    public int getBufferPosition() {
      return at;
    }

    @Override
    public int getBytesRemainingInBuffer() {
      return bytes.length - at;
    }

    @Override
    public void consumeBuffer(int length) {
      at += length;
    }

    @Override
    public TConfiguration getConfiguration() {
      return configuration;
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void checkReadBytesAvailable(long count) throws TTransportException {
      if (count > bytes.length - at) {
        throw new TTransportException(
            TTransportException.END_OF_FILE,
            count + " bytes, where there are " + (bytes.length - at));
      }
    }
  }
}
