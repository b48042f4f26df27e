package io.zenith.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An S3 server on this machine: S3Proxy over a folder, in a JVM of its own that ends with this
/// one.
///
/// The folders in the folder are the buckets, whose names are at least three characters long; the
/// files in them are the objects, and a key is the path from the bucket. It speaks HTTP, listens on
/// the loopback interface only, and expects the bucket in the path.
public final class S3Server implements AutoCloseable {
  private static final String ACCESS_KEY = "zenith";
  private static final String SECRET_KEY = "zenith-secret";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /// S3Proxy hides names that begin so, and shows no entity tag of files without this attribute.
  private static final String HIDDEN = ".mpus-";

  private static final String MD5_ATTRIBUTE = "user.content-md5";

  private final Path folder;
  private final Process process;
  private final URI endpoint;

  private S3Server(Path folder, Process process, URI endpoint) {
    this.folder = folder;
    this.process = process;
    this.endpoint = endpoint;
  }

  /// Starts a server that answers signed requests only, and waits until it listens.
  ///
  /// @throws IOException when it does not; with what the server wrote
  public static S3Server start(Path folder) throws IOException, InterruptedException {
    return start(folder, "aws-v2-or-v4");
  }

  /// Starts a server that answers everybody, and waits until it listens.
  ///
  /// @throws IOException when it does not; with what the server wrote
  public static S3Server startAnonymous(Path folder) throws IOException, InterruptedException {
    return start(folder, "none");
  }

  static S3Server start(Path folder, String authorization)
      throws IOException, InterruptedException {
    Path properties = Files.createTempFile("s3proxy", ".properties");
    Process process = null;
    try {
      Files.writeString(properties, properties(folder, authorization));
      process = launch(properties);
      ServerOutput output = ServerOutput.of(process);
      URI endpoint = URI.create("http://127.0.0.1:" + port(output));
      S3Server server = new S3Server(folder, process, endpoint);
      process = null; // the server's from here
      return server;
    } finally {
      Files.delete(properties);
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  private static String properties(Path folder, String authorization) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("s3proxy.endpoint", "http://127.0.0.1:0");
    properties.setProperty("s3proxy.authorization", authorization);
    properties.setProperty("s3proxy.identity", ACCESS_KEY);
    properties.setProperty("s3proxy.credential", SECRET_KEY);
    properties.setProperty("jclouds.provider", "filesystem-nio2");
    properties.setProperty("jclouds.filesystem.basedir", folder.toRealPath().toString());
    StringWriter text = new StringWriter();
    properties.store(text, null);
    return text.toString();
  }

  private static Process launch(Path properties) throws IOException {
    String classPath =
        String.join(System.getProperty("path.separator"), s3proxy(), ownClasses().toString());
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // It lives for seconds: compiled for long, it starts a third later and serves no
            // faster.
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            Tether.class.getName(),
            "org.gaul.s3proxy.Main",
            "--properties",
            properties.toString());
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    return builder.redirectErrorStream(true).start();
  }

  /// The jar of S3Proxy, which the build leaves in a place that it notes in a resource.
  private static String s3proxy() throws IOException {
    try (InputStream path = S3Server.class.getResourceAsStream("s3proxy.path")) {
      return new String(Objects.requireNonNull(path).readAllBytes(), UTF_8).strip();
    }
  }

  private static Path ownClasses() throws IOException {
    URL place = S3Server.class.getProtectionDomain().getCodeSource().getLocation();
    try {
      return Path.of(place.toURI());
    } catch (URISyntaxException e) {
      throw new IOException("no path: " + place, e);
    }
  }

  private static int port(ServerOutput output) throws IOException, InterruptedException {
    try {
      return output.port().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("S3Proxy does not listen. It wrote:\n" + output, e);
    }
  }

  /// Where it listens: scheme, address and port.
  public URI endpoint() {
    return endpoint;
  }

  /// The access key that requests are to be signed with.
  public String accessKey() {
    return ACCESS_KEY;
  }

  /// The secret key that requests are to be signed with.
  public String secretKey() {
    return SECRET_KEY;
  }

  ProcessHandle process() {
    return process.toHandle();
  }

  /// Makes an object of a copy of this file, and the bucket where there is none. An object that is
  /// there is replaced at once.
  ///
  /// A file that is put into the folder by other means is an object too, but one without an entity
  /// tag.
  public void put(String bucket, String key, Path file) throws IOException {
    Path aside = aside(bucket);
    Files.copy(file, aside);
    publish(aside, bucket, key);
  }

  /// Makes an object of these bytes, as [#put(String, String, Path)] does.
  public void put(String bucket, String key, byte[] bytes) throws IOException {
    Path aside = aside(bucket);
    Files.write(aside, bytes);
    publish(aside, bucket, key);
  }

  private Path aside(String bucket) throws IOException {
    return Files.createDirectories(folder.resolve(bucket)).resolve(HIDDEN + UUID.randomUUID());
  }

  private void publish(Path aside, String bucket, String key) throws IOException {
    Files.getFileAttributeView(aside, UserDefinedFileAttributeView.class)
        .write(MD5_ATTRIBUTE, ByteBuffer.wrap(md5(aside)));
    Path object = folder.resolve(bucket).resolve(key);
    Files.createDirectories(object.getParent());
    Files.move(aside, object, ATOMIC_MOVE);
  }

  private static byte[] md5(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("MD5"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return in.getMessageDigest().digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  /// Ends the server, and waits until it has ended. The folder stays.
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
