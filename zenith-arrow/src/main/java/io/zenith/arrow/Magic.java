package io.zenith.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// What the first bytes of a file say about its format.
enum Magic {
  /// The IPC file format.
  FILE,
  /// An IPC stream that begins with a continuation marker, as all have since version 0.15.
  STREAM,
  /// Feather before it became a name for the IPC file format.
  FEATHER_V1,
  /// None of these. A stream without continuation marker is here too: it begins with a length,
  /// which is too little to be sure of a format.
  UNKNOWN;

  /// The mark at both ends of a file.
  static final String ARROW1 = "ARROW1";

  /// The marker before the length of a message, since version 0.15.
  static final int CONTINUATION = 0xFFFFFFFF;

  /// How the numbers of the metadata are stored, whatever the byte order of the values is.
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Looks at the first bytes, of which there may be any number.
  static Magic of(MemorySegment head) {
    if (startsWith(head, ARROW1)) {
      return FILE;
    }
    if (startsWith(head, "FEA1")) {
      return FEATHER_V1;
    }
    return isStream(head) ? STREAM : UNKNOWN;
  }

  /// Whether these bytes begin with this ASCII text.
  static boolean startsWith(MemorySegment bytes, String text) {
    if (bytes.byteSize() < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// A marker and the length of a message, in which the flatbuffer's root lies; or the end mark.
  private static boolean isStream(MemorySegment head) {
    if (head.byteSize() < 8 || head.get(INT, 0) != CONTINUATION) {
      return false;
    }
    int length = head.get(INT, 4);
    return length == 0
        || (length > 0
            && head.byteSize() >= 12
            && Integer.compareUnsigned(head.get(INT, 8), length) < 0);
  }
}
