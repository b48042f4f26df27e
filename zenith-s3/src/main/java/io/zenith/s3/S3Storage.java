package io.zenith.s3;

import io.zenith.spi.Glob;
import io.zenith.spi.InputFile;
import io.zenith.spi.Request;
import io.zenith.spi.RequestListener;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Objects in Amazon S3, and in stores that speak its protocol (MinIO, Ceph, R2, Google's): URIs
/// `s3://bucket/key`.
///
/// Region and credentials come from where AWS's tools find them: the environment, the profile, the
/// machine's role. What differs is set by one of the methods here, and given to
/// [io.zenith.Dataset#open(Storage, String...)].
///
/// A folder is a prefix that ends with a slash. Each request names the version that was listed, so
/// that an object that is replaced meanwhile is noticed. What may pass is tried again for two
/// minutes: 500, 502, 503, 504, 429, timeouts, resets, bodies that end early.
///
/// It is immutable and safe for threads. Those who read through one share its connections, at most
/// 64; these are closed when they were idle for a minute, and need no other closing.
public final class S3Storage implements Storage {
  private final S3Settings settings;
  private final S3Objects objects;
  private final Requests requests;

  /// Amazon's S3, or what `AWS_ENDPOINT_URL` says.
  public S3Storage() {
    this(S3Settings.DEFAULT);
  }

  private S3Storage(S3Settings settings) {
    this(settings, new S3Objects(new S3Connection(settings)), new Requests());
  }

  private S3Storage(S3Settings settings, S3Objects objects, Requests requests) {
    this.settings = settings;
    this.objects = objects;
    this.requests = requests;
  }

  /// A store at this URL, such as `http://localhost:9000`. Buckets are named in the path there, and
  /// the region is `us-east-1` if nothing says otherwise.
  public S3Storage endpoint(String url) {
    URI endpoint = URI.create(url);
    if (endpoint.getHost() == null || endpoint.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "an endpoint is a URL without user or password, such as https://host:9000");
    }
    return new S3Storage(settings.withEndpoint(endpoint));
  }

  /// Buckets of this region.
  public S3Storage region(String name) {
    return new S3Storage(settings.withRegion(name));
  }

  /// Credentials and region of a profile in the user's AWS configuration.
  public S3Storage profile(String name) {
    return new S3Storage(settings.withProfile(name));
  }

  /// Requests without credentials, as public buckets allow them.
  public S3Storage anonymous() {
    return new S3Storage(settings.anonymous());
  }

  /// Gives up answers of which nothing comes for so long, and asks again: 10 seconds if not set.
  S3Storage silence(Duration most) {
    return new S3Storage(settings.withSilence(most));
  }

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("s3");
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    String bucket = location.getRawAuthority();
    if (bucket == null) {
      throw new IOException(location + ": expected s3://BUCKET/KEY");
    }
    String key = location.getPath().substring(1);
    List<StoredFile> found = list(bucket, key);
    if (found.isEmpty()) {
      throw new FileNotFoundException(
          location + ": no object there, nor any below it; check the bucket, the key and its case");
    }
    return found;
  }

  private List<StoredFile> list(String bucket, String key) throws IOException {
    if (Glob.isGlob(key)) {
      return matching(bucket, key, Glob.folder(key));
    }
    if (!key.isEmpty() && !key.endsWith("/")) {
      Optional<StoredFile> object =
          requests.make(Request.Kind.LIST, _ -> objects.find(bucket, key));
      return object.isPresent() ? List.of(object.get()) : list(bucket, key + "/");
    }
    return matching(bucket, key + "**", key);
  }

  /// The objects that a pattern matches; or the one that has it for its name.
  ///
  /// @param folder what of the pattern is a folder: below that, hidden objects are left out
  private List<StoredFile> matching(String bucket, String pattern, String folder)
      throws IOException {
    Glob glob = Glob.of(pattern.substring(folder.length()));
    List<StoredFile> found = new ArrayList<>();
    for (StoredFile file : all(bucket, Glob.prefix(pattern))) {
      String key = S3Objects.key(file.uri());
      if (key.equals(pattern)) {
        return List.of(file);
      }
      List<String> names = List.of(key.substring(folder.length()).split("/", -1));
      if (isData(names) && glob.matches(names)) {
        found.add(file);
      }
    }
    return found;
  }

  /// All objects whose keys begin so.
  private List<StoredFile> all(String bucket, String prefix) throws IOException {
    List<StoredFile> found = new ArrayList<>();
    String next = null;
    do {
      String token = next;
      S3Objects.Page page =
          requests.make(Request.Kind.LIST, _ -> objects.list(bucket, prefix, token));
      found.addAll(page.objects());
      next = page.next();
    } while (next != null);
    return found;
  }

  /// Not hidden, and no mark that stands for a folder.
  private static boolean isData(List<String> names) {
    return !names.getLast().isEmpty() && names.stream().noneMatch(Glob::isHidden);
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) {
    return new RemoteFile(file, arena, new Fetcher(objects, requests));
  }

  @Override
  public Storage telling(RequestListener listener) {
    return new S3Storage(settings, objects, requests.telling(listener));
  }
}
