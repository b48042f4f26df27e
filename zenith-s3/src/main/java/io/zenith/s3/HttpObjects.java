package io.zenith.s3;

import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The requests for files of web servers, one attempt each.
final class HttpObjects implements ObjectReader {
  private static final int PARTIAL = 206;
  private static final int OK = 200;
  private static final int PRECONDITION_FAILED = 412;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private final HttpGet http;
  private final Duration silence;

  /// @param silence how long nothing may come
  HttpObjects(HttpGet http, Duration silence) {
    this.http = http;
    this.silence = silence;
  }

  /// A file, by asking for its first byte: a URL that is signed is so for `GET`, and not for
  /// `HEAD`.
  ///
  /// @throws FileNotFoundException if there is none
  StoredFile find(URI url) throws IOException {
    HttpResponse<InputStream> answer = http.ask(url, headers("bytes=0-0", ""));
    try (InputStream body = answer.body()) {
      if (answer.statusCode() == PARTIAL) {
        readEnd(url, body);
      }
      return new StoredFile(url, size(url, answer), version(answer.headers()));
    }
  }

  private static long size(URI url, HttpResponse<?> answer) throws IOException {
    String range = contentRange(answer);
    return switch (answer.statusCode()) {
      case PARTIAL ->
          ContentRange.parse(range)
              .filter(sent -> sent.first() == 0 && sent.size() > 0)
              .map(ContentRange::size)
              .orElseThrow(() -> unusable(url, "does not say how long the file is"));
      case RANGE_NOT_SATISFIABLE -> {
        if ("bytes */0".equals(range)) {
          yield 0;
        }
        throw refused(url, answer);
      }
      case OK -> throw unusable(url, "does not send parts of files (ranges)");
      default -> throw refused(url, answer);
    };
  }

  /// Behind the byte that was asked for: then the connection is kept.
  private static void readEnd(URI url, InputStream body) throws IOException {
    try {
      body.readNBytes(2);
    } catch (IOException e) {
      throw Outage.of(PublicUrl.of(url) + ": the answer broke off", e);
    }
  }

  private static IOException unusable(URI url, String why) {
    return new IOException(
        PublicUrl.of(url) + ": the server " + why + "; copy it to a disk or a bucket first");
  }

  @Override
  public void get(StoredFile file, RangeRequest range, LongAdder received) throws IOException {
    RangeAnswer expected = new RangeAnswer(file, range);
    HttpResponse<InputStream> answer =
        http.ask(file.uri(), headers(range.toString(), file.version()));
    try (InputStream body = answer.body()) {
      switch (answer.statusCode()) {
        case OK, PARTIAL -> {
          expected.requireVersion(version(answer.headers()));
          expected.requireRange(contentRange(answer));
          expected.copy(body, silence, received);
        }
        case PRECONDITION_FAILED -> throw expected.replaced("another version");
        case RANGE_NOT_SATISFIABLE -> throw expected.replaced("another size");
        default -> throw refused(file.uri(), answer);
      }
    }
  }

  /// What a request says besides its URL. A version that is a time is not in it, but compared with
  /// that of the answer: servers that keep fractions of seconds refuse a time that they gave
  /// themselves (`If-Unmodified-Since`).
  ///
  /// @param version that the file has to have; empty for any
  private static Map<String, String> headers(String range, String version) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Range", range);
    headers.put("Accept-Encoding", "identity"); // else a range may be one of compressed bytes
    if (isTag(version)) {
      headers.put("If-Match", version);
    }
    return headers;
  }

  private static boolean isTag(String version) {
    return version.startsWith("\"");
  }

  /// The entity tag, which is quoted, if it stands for the bytes; a weak one does not. Else when
  /// the file was changed. Of servers that say neither, the size has to do.
  private static String version(HttpHeaders headers) {
    return headers
        .firstValue("ETag")
        .filter(HttpObjects::isTag)
        .or(() -> headers.firstValue("Last-Modified"))
        .orElse("");
  }

  private static @Nullable String contentRange(HttpResponse<?> answer) {
    Optional<String> header = answer.headers().firstValue("Content-Range");
    return header.orElse(null);
  }

  private static IOException refused(URI url, HttpResponse<?> answer) {
    int status = answer.statusCode();
    String said = PublicUrl.of(url) + ": " + status;
    if (Outage.passes(status)) {
      return new TransientException(said);
    }
    return switch (status) {
      case 401, 403 ->
          new IOException(
              said + "; check that anybody may read it, or that its signature has not expired");
      case 404, 410 -> new FileNotFoundException(said + ", no file there; check the path");
      default -> new IOException(said);
    };
  }
}
