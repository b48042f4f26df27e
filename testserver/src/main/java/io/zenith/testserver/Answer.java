package io.zenith.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/// An answer whose body is still to be read.
///
/// @param length of the body, whatever the head says; 0 for the answer to `HEAD`
/// @param body yields at least so many bytes
record Answer(Head head, long length, ReadableByteChannel body) {
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  /// An error as S3 tells it.
  static Answer error(Head request, int status, String code) {
    String xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code></Error>"
            .formatted(code);
    Head head =
        new Head(List.of("HTTP/1.1 " + status + " " + code))
            .with("Content-Type", "application/xml");
    return whole(request, head, xml.getBytes(UTF_8));
  }

  /// The answer to this request that comes next from the server. One in chunks is read and gets a
  /// length: it is the list of a bucket.
  static Answer read(Head request, Wire server) throws IOException {
    Head head = server.readHead().orElseThrow(() -> new EOFException("no answer"));
    int status = head.status();
    if (request.method().equals("HEAD") || status == NO_CONTENT || status == NOT_MODIFIED) {
      return new Answer(head, 0, server);
    }
    if (head.says("Transfer-Encoding", "chunked")) {
      return whole(request, head.without("Transfer-Encoding"), server.readChunks());
    }
    String length =
        head.header("Content-Length")
            .orElseThrow(() -> new IOException("an answer without length: " + head));
    return new Answer(head, Long.parseLong(length), server);
  }

  private static Answer whole(Head request, Head head, byte[] bytes) {
    return new Answer(
        head.with("Content-Length", Integer.toString(bytes.length)),
        request.method().equals("HEAD") ? 0 : bytes.length,
        Channels.newChannel(new ByteArrayInputStream(bytes)));
  }

  Answer with(String header, String value) {
    return new Answer(head.with(header, value), length, body);
  }

  /// Reads into the buffer, this much at most, for sending.
  ByteBuffer next(ByteBuffer step, long most) throws IOException {
    step.clear().limit((int) Math.min(step.capacity(), most));
    if (body.read(step) < 0) {
      throw new EOFException("the server ended its answer early");
    }
    return step.flip();
  }
}
