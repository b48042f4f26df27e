package io.zenith.cli;

import io.zenith.TrailComparison.Outcome;
import java.util.List;

/// What `receipts` found.
record ReceiptsReport(
    boolean equal,
    Outcome outcome,
    String first,
    String second,
    long fromEpoch,
    long fromStep,
    long equalSteps,
    long epoch,
    long step)
    implements Report {

  @Override
  public List<String> lines() {
    String steps = Quantity.of(equalSteps, "step");
    String begin =
        fromEpoch == 0 && fromStep == 0 ? "" : " from epoch " + fromEpoch + ", step " + fromStep;
    String place = "epoch " + epoch + ", step " + step;
    String before = "; equal before: " + steps + begin;
    return List.of(
        switch (outcome) {
          case EQUAL -> "equal: " + steps + begin;
          case DIFFERENT -> "different at " + place + before;
          case FIRST_ENDS -> ends(first, place) + before;
          case SECOND_ENDS -> ends(second, place) + before;
        });
  }

  private static String ends(String trail, String place) {
    return Printable.of(trail) + " ends before " + place + ", the other goes on";
  }
}
