package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.FilePart;
import io.zenith.testkit.Property;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What is asked for of an object.
class RangeRequestTest {
  private static final int CASES = 300;

  private static FilePart part(long offset, int length) {
    return new FilePart(offset, MemorySegment.ofArray(new byte[length]));
  }

  private static List<String> of(FilePart... parts) {
    return RangeRequest.of(List.of(parts)).stream().map(RangeRequest::toString).toList();
  }

  @Test
  void partsThatLieCloseTogetherAreOneRequest() {
    int gap = (int) RangeRequest.MOST_GAP;
    assertEquals(List.of("bytes=5-14"), of(part(5, 10)));
    assertEquals(List.of("bytes=0-" + (gap + 29)), of(part(gap + 10, 20), part(0, 10)));
    assertEquals(
        List.of("bytes=0-9", "bytes=" + (gap + 11) + "-" + (gap + 30)),
        of(part(gap + 11, 20), part(0, 10)));
    assertEquals(List.of(), of());
    assertEquals(List.of(), of(part(7, 0)));
  }

  @Test
  void aLargePartIsSeveralRequests() {
    int most = (int) RangeRequest.MOST_BYTES;
    assertEquals(List.of("bytes=1-" + most), of(part(1, most)));
    assertEquals(
        List.of("bytes=1-" + (most / 2), "bytes=" + (most / 2 + 1) + "-" + (most + 1)),
        of(part(1, most + 1)));
  }

  /// Of any parts, which may overlap: each of their bytes is asked for, and comes where it belongs,
  /// whatever pieces the answers come in.
  @Test
  void allBytesComeWhereTheyBelong() {
    Property.check(
        CASES,
        (random, _) -> {
          byte[] object = new byte[random.nextInt(1, 3 << 20)];
          random.nextBytes(object);
          List<FilePart> parts = new ArrayList<>();
          for (int i = random.nextInt(12); i >= 0; i--) {
            int from = random.nextInt(object.length);
            int most = random.nextBoolean() ? 100 : 500_000;
            parts.add(part(from, Math.min(object.length - from, random.nextInt(most))));
          }
          List<RangeRequest> requests = RangeRequest.of(parts);
          long end = -RangeRequest.MOST_GAP;
          for (RangeRequest request : requests) {
            assertTrue(request.length() > 0 && request.length() <= RangeRequest.MOST_BYTES);
            assertTrue(request.offset() >= end);
            end = request.end();
            answer(random, object, request);
          }
          for (FilePart part : parts) {
            int from = (int) part.offset();
            assertArrayEquals(
                Arrays.copyOfRange(object, from, (int) part.end()),
                (byte[]) part.target().heapBase().orElseThrow());
          }
        });
  }

  private static void answer(SplittableRandom random, byte[] object, RangeRequest request) {
    for (long at = request.offset(); at < request.end(); ) {
      int count = (int) Math.min(request.end() - at, random.nextInt(1, 1 << 16));
      request.put(at, Arrays.copyOfRange(object, (int) at, (int) at + count), count);
      at += count;
    }
  }
}
