package io.zenith.internal.pipeline;

import io.zenith.spi.Stage;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// The events of the JDK Flight Recorder, which is an optional module: this class is loaded only
/// where it is there.
final class FlightEvents {
  private FlightEvents() {}

  @Name("zenith.Fetch")
  @Label("Fetch")
  static final class Fetch extends FlightEvent {}

  @Name("zenith.Decode")
  @Label("Decode")
  static final class Decode extends FlightEvent {}

  @Name("zenith.Gather")
  @Label("Gather")
  static final class Gather extends FlightEvent {}

  @Name("zenith.Transform")
  @Label("Transform")
  static final class Transform extends FlightEvent {}

  @Name("zenith.Wait")
  @Label("Wait")
  static final class Wait extends FlightEvent {}

  /// An event that begins now.
  static FlightEvent begin(Stage stage) {
    FlightEvent event =
        switch (stage) {
          case FETCH -> new Fetch();
          case DECODE -> new Decode();
          case GATHER -> new Gather();
          case TRANSFORM -> new Transform();
          case WAIT -> new Wait();
        };
    event.begin();
    return event;
  }
}
