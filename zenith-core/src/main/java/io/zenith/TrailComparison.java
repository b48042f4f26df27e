package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.proof.TrailHeader;
import io.zenith.internal.proof.TrailSide;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What became of comparing the trails of two runs: whether they delivered the same rows at each
/// step, or which is the first step where they did not.
///
/// A trail holds the receipt of each step that a rank received. It begins with the run's first
/// step, so that of a run that was resumed may begin later: what is compared begins where both have
/// begun.
///
/// An immutable value.
///
/// @param outcome how they compare
/// @param fromEpoch the epoch of the first step that both have
/// @param fromStep the first step that both have
/// @param equalSteps how many steps from there on are equal
/// @param epoch the epoch of the step behind those
/// @param step the step behind those: the first one that differs, or that one of them lacks
public record TrailComparison(
    Outcome outcome, long fromEpoch, long fromStep, long equalSteps, long epoch, long step) {

  /// How two trails compare.
  public enum Outcome {
    /// All steps are the same, and both end with the same one.
    EQUAL,
    /// A step differs.
    DIFFERENT,
    /// All steps of the first are the same, and the second has more.
    FIRST_ENDS,
    /// All steps of the second are the same, and the first has more.
    SECOND_ENDS
  }

  /// Compares the trails of two runs of one order over one dataset, each by a file or by those of
  /// several ranks, which are added up.
  ///
  /// The ranks must be the same, or all ranks of both runs: then the runs may have different
  /// numbers of ranks. What a crash has left of a step at the end of a file is not compared.
  ///
  /// @param first files of ranks of one run
  /// @param second files of ranks of the other
  /// @throws IOException if one cannot be read
  /// @throws MalformedDataException if one is no trail
  /// @throws UnsupportedDataException if another version of Zenith wrote one, of which this one
  ///   does not know the format or the order
  /// @throws IllegalArgumentException if they cannot be compared, which names what differs, or have
  ///   no step in common
  public static TrailComparison of(List<Path> first, List<Path> second) throws IOException {
    try (TrailSide one = TrailSide.open(first);
        TrailSide other = TrailSide.open(second)) {
      one.header().requireSameRun(other.header(), one.name(), "in " + other.name());
      one.requireSameShare(other);
      TrailHeader from = one.header().withEpochStepsOf(other.header());
      long later = from.index(other.header().epoch(), other.header().step());
      one.skip(Math.max(0, later));
      other.skip(Math.max(0, Math.negateExact(later)));
      return compare(one, other, later > 0 ? other.header().withEpochStepsOf(from) : from);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("steps that are more than 2^63 apart", e);
    }
  }

  private static TrailComparison compare(TrailSide one, TrailSide other, TrailHeader from)
      throws IOException {
    long equal = 0;
    while (true) {
      boolean isFirst = one.next();
      boolean isSecond = other.next();
      if (!isFirst || !isSecond || !one.isSameStep(other)) {
        Outcome outcome =
            isFirst && isSecond
                ? Outcome.DIFFERENT
                : isFirst ? Outcome.SECOND_ENDS : isSecond ? Outcome.FIRST_ENDS : Outcome.EQUAL;
        return result(outcome, from, equal);
      }
      equal++;
    }
  }

  private static TrailComparison result(Outcome outcome, TrailHeader from, long equal) {
    if (equal == 0 && outcome == Outcome.EQUAL) {
      throw new IllegalArgumentException(
          "neither has a step from " + TrailHeader.place(from.epoch(), from.step()) + " on");
    }
    long epochSteps = from.epochSteps();
    long step = Math.addExact(from.step(), equal);
    return new TrailComparison(
        outcome,
        from.epoch(),
        from.step(),
        equal,
        epochSteps == 0 ? from.epoch() : from.epoch() + step / epochSteps,
        epochSteps == 0 ? step : step % epochSteps);
  }
}
