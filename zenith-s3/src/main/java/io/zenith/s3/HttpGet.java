package io.zenith.s3;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes requests by Java's client, which is made when it is first needed, and follows redirects.
/// Safe for threads.
///
/// No request has a header that is a secret, so that none is told to another host; and a redirect
/// never leads from https to http.
final class HttpGet {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final int MOST_REDIRECTS = 5;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final Supplier<HttpClient.Builder> builders;
  private final Duration silence;
  private final BodyHandler<InputStream> bodies;
  private @Nullable HttpClient client;

  /// @param silence how long nothing may come
  HttpGet(Supplier<HttpClient.Builder> builders, Duration silence) {
    this.builders = builders;
    this.silence = silence;
    // What stands in a refusal is read to its end, and the connection kept; within the same time.
    this.bodies =
        answer ->
            answer.statusCode() / 100 == 2
                ? new TimedBody(silence)
                : BodySubscribers.mapping(
                    BodySubscribers.discarding(), _ -> InputStream.nullInputStream());
  }

  /// The answer, whose body is to be closed.
  ///
  /// @throws TransientException if it is worth another attempt
  HttpResponse<InputStream> ask(URI location, Map<String, String> headers) throws IOException {
    URI url = location;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      HttpResponse<InputStream> answer = send(url, headers);
      if (!REDIRECTS.contains(answer.statusCode())) {
        return answer;
      }
      url = target(url, answer);
    }
    throw new IOException(
        PublicUrl.of(location) + ": more than " + MOST_REDIRECTS + " redirects, one to the next");
  }

  private static URI target(URI from, HttpResponse<?> answer) throws IOException {
    String said = PublicUrl.of(from) + ": " + answer.statusCode() + " redirects ";
    Optional<String> where = answer.headers().firstValue("Location");
    if (where.isEmpty()) {
      throw new IOException(said + "without saying where to");
    }
    URI to;
    try {
      to = from.resolve(new URI(where.get()));
    } catch (URISyntaxException _) { // which would tell a query
      throw new IOException(said + "to what is no URL");
    }
    if (!HttpStorage.isWeb(to.getScheme()) || to.getHost() == null) {
      throw new IOException(said + "to what is no http(s) URL");
    }
    if (from.getScheme().equals("https") && !to.getScheme().equals("https")) {
      throw new IOException(said + "from https to " + PublicUrl.of(to) + ", which is not followed");
    }
    return to;
  }

  private HttpResponse<InputStream> send(URI url, Map<String, String> headers) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url);
    headers.forEach(request::header);
    if (url.getScheme().equals("http")) {
      request.version(HttpClient.Version.HTTP_1_1); // or it would ask each time to change to 2
    }
    CompletableFuture<HttpResponse<InputStream>> answer =
        client().sendAsync(request.build(), bodies);
    boolean isDone = false;
    try {
      HttpResponse<InputStream> got = answer.get(silence.toNanos(), TimeUnit.NANOSECONDS);
      isDone = true;
      return got;
    } catch (TimeoutException _) {
      throw new TransientException(
          PublicUrl.of(url) + ": no answer in " + silence.toMillis() + " ms");
    } catch (InterruptedException _) {
      throw Outage.interrupted(PublicUrl.of(url));
    } catch (ExecutionException e) {
      Exception cause = e.getCause() instanceof Exception known ? known : e;
      throw Outage.of(PublicUrl.of(url), cause);
    } finally {
      if (!isDone) {
        // What comes at the last moment is closed.
        CompletableFuture<Void> _ = answer.thenAccept(HttpGet::close);
        answer.cancel(true);
      }
    }
  }

  private static void close(HttpResponse<InputStream> answer) {
    try {
      answer.body().close();
    } catch (IOException _) {
      // nobody reads it
    }
  }

  private synchronized HttpClient client() {
    HttpClient open = client;
    if (open == null) {
      open =
          builders
              .get()
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(CONNECT_TIMEOUT)
              .executor(Executors.newVirtualThreadPerTaskExecutor())
              .build();
      client = open;
    }
    return open;
  }
}
