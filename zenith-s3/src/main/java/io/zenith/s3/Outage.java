package io.zenith.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/// Which failures of servers, and of the way to them, may be gone when the same is tried again.
final class Outage {
  private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

  private Outage() {}

  /// Whether an answer with this status may be followed by a better one.
  static boolean passes(int status) {
    return PASSING.contains(status);
  }

  /// What becomes of a failure without answer.
  ///
  /// @param place what was asked for
  static IOException of(String place, Exception error) {
    String message = place + ": " + reason(error);
    if (Thread.currentThread().isInterrupted()) {
      return new InterruptedIOException(message);
    }
    boolean isOfTheWay = false;
    boolean isUnreachable = false;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
        return new IOException(message + "; check the host, and whom this JVM trusts", error);
      }
      isOfTheWay |= cause instanceof IOException;
      isUnreachable |=
          cause instanceof ConnectException
              || cause instanceof UnknownHostException
              || cause instanceof NoRouteToHostException;
    }
    return isOfTheWay
        ? new TransientException(message, error, isUnreachable)
        : new IOException(message, error); // in this process, such as missing credentials
  }

  /// What the failure says, else its causes. The JDK's client says nothing of the most usual ones.
  private static String reason(Exception error) {
    boolean isUnknown = false;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        return cause.getMessage();
      }
      isUnknown |= cause instanceof UnresolvedAddressException;
    }
    if (isUnknown) {
      return "unknown host";
    }
    return error instanceof ConnectException
        ? "connection refused"
        : error.getClass().getSimpleName();
  }

  /// The end of a wait by an interrupt, whose flag is kept.
  static InterruptedIOException interrupted(String place) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException(place + ": interrupted while it was asked for");
  }
}
