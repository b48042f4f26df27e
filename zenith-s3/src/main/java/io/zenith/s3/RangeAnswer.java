package io.zenith.s3;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Takes what is sent for a range, if it is what was asked for.
///
/// @param file as it was listed
/// @param range what was asked for of it
record RangeAnswer(StoredFile file, RangeRequest range) {

  /// Refuses another version than the one that was listed.
  void requireVersion(String version) {
    if (!file.version().equals(version)) {
      throw replaced("version " + version);
    }
  }

  /// Refuses another range than the one that was asked for.
  ///
  /// @param contentRange what the answer says
  void requireRange(@Nullable String contentRange) throws TransientException {
    ContentRange asked = new ContentRange(range.offset(), range.end() - 1, file.size());
    Optional<ContentRange> sent = ContentRange.parse(contentRange);
    if (sent.isPresent() && sent.get().size() != file.size()) {
      throw replaced(sent.get().size() + " bytes");
    }
    if (!sent.equals(Optional.of(asked))) {
      throw new TransientException(
          file + ": the server sent \"" + contentRange + "\", not \"" + asked + "\"");
    }
  }

  /// What is to be thrown where the object is not the one that was listed.
  MalformedDataException replaced(String found) {
    return new MalformedDataException(
        file.toString(),
        found + ": the object was replaced while it is read",
        "version " + file.version() + ", " + file.size() + " bytes, as when it was listed");
  }

  /// Copies the body to its end: only there its checksum is known, if the server has sent one.
  ///
  /// @param silence how long nothing may come
  /// @param received counts the bytes as they come
  void copy(InputStream body, Duration silence, LongAdder received) throws IOException {
    byte[] bytes = new byte[(int) Math.min(range.length(), 1 << 16)];
    Pace pace = new Pace(silence);
    long done = 0;
    for (int count = read(body, bytes); count >= 0; count = read(body, bytes)) {
      received.add(count);
      if (count > range.length() - done) {
        throw new TransientException(
            file + ": more than " + range.length() + " bytes, which were asked for");
      }
      range.put(range.offset() + done, bytes, count);
      done += count;
      if (pace.isLost(count) && done < range.length()) {
        throw new TransientException(
            file
                + ": after "
                + done
                + " of "
                + range.length()
                + " bytes the answer came too slowly");
      }
    }
    if (done < range.length()) {
      throw new TransientException(
          file + ": the answer ended after " + done + " of " + range.length() + " bytes");
    }
  }

  private int read(InputStream body, byte[] bytes) throws IOException {
    try {
      return body.read(bytes);
    } catch (IOException e) {
      throw Outage.of(file + ": the answer broke off", e);
    }
  }
}
