package io.zenith.spi;

/// Is told what a storage asks for over the network: for metrics.
///
/// It is called by whichever thread made the request, so by several at once, and should return
/// soon. What it throws fails the read, as if the request had failed.
@FunctionalInterface
public interface RequestListener {

  /// A request has ended, one way or the other.
  void made(Request request);
}
