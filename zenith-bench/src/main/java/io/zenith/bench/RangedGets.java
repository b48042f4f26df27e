package io.zenith.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// All bytes of an object by ranges, some at a time, which are thrown away: the least that a reader
/// has to do.
final class RangedGets implements PassReader {
  /// As large as the requests of the loader may be.
  private static final int RANGE = 8 << 20;

  private static final int AT_A_TIME = 16;
  private static final int PARTIAL = 206;

  private final URI object;
  private final long size;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RangedGets(URI object, long size) {
    this.object = object;
    this.size = size;
  }

  @Override
  public String title() {
    return "ranged GETs";
  }

  @Override
  public int warmUps() {
    return 1;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::pass);
  }

  private void pass() throws IOException, InterruptedException {
    long read = 0;
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
      List<Callable<Long>> gets = new ArrayList<>();
      for (long from = 0; from < size; from += RANGE) {
        long first = from;
        gets.add(() -> get(first, Math.min(size, first + RANGE)));
      }
      for (Future<Long> get : threads.invokeAll(gets)) {
        read += get.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(object + ": " + e.getCause(), e);
    }
    if (read != size) {
      throw new BenchFailure(object + ": " + read + " bytes, not " + size);
    }
  }

  private long get(long from, long end) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(object).header("Range", "bytes=" + from + "-" + (end - 1)).build();
    HttpResponse<InputStream> answer =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    if (answer.statusCode() != PARTIAL) {
      throw new BenchFailure(object + ": status " + answer.statusCode());
    }
    long read = 0;
    byte[] buffer = new byte[1 << 16];
    try (InputStream body = answer.body()) {
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        read += count;
      }
    }
    return read;
  }

  @Override
  public void close() {
    client.close();
  }
}
