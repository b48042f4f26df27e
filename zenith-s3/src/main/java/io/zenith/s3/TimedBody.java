package io.zenith.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The body of an answer of Java's client, which is waited for no longer than a silence may last:
/// the streams of that client wait for ever. For one reader; any thread may close it.
///
/// Of what comes, one piece is ahead of the reader: the next is asked for when this one is taken.
final class TimedBody extends InputStream implements BodySubscriber<InputStream> {
  private final Duration silence;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private Piece piece = new Piece(Collections.emptyIterator(), false, null);
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private @Nullable Subscription subscription;
  private boolean closed;

  /// What came at a time, or the end.
  ///
  /// @param failure why it ended early, if it did
  private record Piece(Iterator<ByteBuffer> buffers, boolean isLast, @Nullable Throwable failure) {}

  TimedBody(Duration silence) {
    this.silence = silence;
  }

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public synchronized void onSubscribe(Subscription source) {
    subscription = source;
    if (closed) {
      source.cancel();
    } else {
      source.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    pieces.add(new Piece(buffers.iterator(), false, null));
  }

  @Override
  public void onError(Throwable failure) {
    pieces.add(new Piece(Collections.emptyIterator(), true, failure));
  }

  @Override
  public void onComplete() {
    pieces.add(new Piece(Collections.emptyIterator(), true, null));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] into, int from, int most) throws IOException {
    while (most > 0 && !bytes.hasRemaining()) {
      if (piece.buffers.hasNext()) {
        bytes = piece.buffers.next();
      } else if (piece.isLast) {
        requireWhole();
        return -1;
      } else {
        piece = next();
      }
    }
    int count = Math.min(most, bytes.remaining());
    bytes.get(into, from, count);
    return count;
  }

  private void requireWhole() throws IOException {
    if (piece.failure != null) {
      throw new IOException(piece.failure.getMessage(), piece.failure);
    }
  }

  private Piece next() throws IOException {
    Piece next;
    try {
      next = pieces.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while an answer was read");
    }
    if (next == null) {
      throw new HttpTimeoutException("nothing came for " + silence.toMillis() + " ms");
    }
    if (!next.isLast) {
      ask();
    }
    return next;
  }

  private synchronized void ask() {
    if (subscription != null) {
      subscription.request(1);
    }
  }

  /// Gives up what is not read.
  @Override
  public synchronized void close() {
    closed = true;
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
