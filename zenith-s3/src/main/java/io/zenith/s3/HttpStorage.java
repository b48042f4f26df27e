package io.zenith.s3;

import io.zenith.spi.InputFile;
import io.zenith.spi.Request;
import io.zenith.spi.RequestListener;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Files on web servers: URLs `https://host/path` and `http://host/path`, each of one file.
///
/// The server has to send parts of files (`Range`), as those for downloads do. A query, such as
/// that of a presigned URL, is sent as it is and stands in no message; a user or password is
/// refused. Redirects are followed, up to five, but not from https to http.
///
/// Each request names the version that was found first, by its entity tag or time of change, so
/// that a file that is replaced meanwhile is noticed. What may pass is tried again as by
/// [S3Storage].
///
/// It is immutable and safe for threads. Those who read through one share its connections; these
/// need no closing.
public final class HttpStorage implements Storage {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final HttpObjects objects;
  private final Requests requests;

  /// Any web server.
  public HttpStorage() {
    this(HttpClient::newBuilder, SILENCE);
  }

  /// By other clients, of whose answers nothing may come for so long.
  HttpStorage(Supplier<HttpClient.Builder> clients, Duration silence) {
    this(new HttpObjects(new HttpGet(clients, silence), silence), new Requests());
  }

  private HttpStorage(HttpObjects objects, Requests requests) {
    this.objects = objects;
    this.requests = requests;
  }

  static boolean isWeb(@Nullable String scheme) {
    return "https".equals(scheme) || "http".equals(scheme);
  }

  @Override
  public boolean serves(String scheme) {
    return isWeb(scheme);
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  /// The file that a URL names.
  ///
  /// @throws IOException also if the URL is a folder or a glob, which no web server lists
  @Override
  public List<StoredFile> list(URI location) throws IOException {
    if (location.getHost() == null) {
      throw new IOException("a URL without a host: expected https://HOST/PATH");
    }
    String path = location.getRawPath();
    String url = PublicUrl.of(location);
    if (path.isEmpty() || path.endsWith("/") || path.indexOf('*') >= 0) {
      throw new IOException(
          url
              + ": a web server does not list its files: name each of them, instead of a folder or"
              + " a glob (a * that belongs to a name is written %2A)");
    }
    if (location.getRawFragment() != null) {
      throw new IOException(url + ": what follows # names no file; leave it out, or write %23");
    }
    StoredFile file = requests.make(Request.Kind.LIST, _ -> objects.find(location));
    return List.of(file);
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) {
    return new RemoteFile(file, arena, new Fetcher(objects, requests));
  }

  @Override
  public Storage telling(RequestListener listener) {
    return new HttpStorage(objects, requests.telling(listener));
  }
}
