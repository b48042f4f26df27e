package io.zenith.testserver;

/// A way in which an answer goes wrong.
public enum Fault {
  /// 503 with the error `SlowDown`, instead of the answer.
  SLOW_DOWN,

  /// 429, instead of the answer.
  TOO_MANY_REQUESTS,

  /// 500, instead of the answer.
  INTERNAL_ERROR,

  /// The connection is reset before the first byte of the answer.
  RESET_BEFORE_ANSWER,

  /// The connection is reset after half of the body.
  RESET_IN_BODY,

  /// The connection is closed after half of the body, as though that were all.
  TRUNCATED_BODY,

  /// Nothing comes after half of the body; later the connection is closed.
  STALLED_BODY,

  /// The answer says that it is of a range beside the one asked for, and its body is. Befalls
  /// answers of a part of an object.
  WRONG_RANGE,

  /// The answer is that of an object which was replaced: it has another entity tag, or is 412 where
  /// the request names a tag that has to match. Befalls answers with an entity tag.
  CHANGED_ETAG
}
