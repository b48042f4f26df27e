package io.zenith.internal.pipeline;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A stage as an event of the JDK Flight Recorder.
///
/// It must not name its subclasses: the recorder links it while the first of them is being loaded.
@Category("Zenith")
@StackTrace(false)
abstract class FlightEvent extends Event {
  @Label("What")
  @Nullable String what;

  @Label("Bytes")
  @DataAmount
  long bytes;

  /// Ends it, and hands it to the recorder if that wants it.
  final void end(Object ofWhat, long ofBytes) {
    end();
    if (shouldCommit()) {
      what = ofWhat.toString();
      bytes = ofBytes;
      commit();
    }
  }
}
