package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;
import static io.zenith.bench.Variant.POLLUTED;

import io.zenith.bench.PythonEntrant.Mode;
import io.zenith.bench.PythonEntrant.Touch;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The figures that the published benchmark's table has to reach, all of polluted code.
final class BatchFigures {
  private final CaseResult table;

  BatchFigures(CaseResult table) {
    this.table = table;
  }

  List<Figure> all() {
    Optional<Standing> arrays = table.of(JvmContender.ZENITH_ARRAYS, POLLUTED);
    Optional<Standing> sums = table.of(JvmContender.ZENITH_SUMS, POLLUTED);
    Optional<Standing> pyArrays = python(Touch.NOTHING);
    Optional<Standing> pySums = python(Touch.SUMS);
    Optional<Standing> arrowSums = table.of(JvmContender.ARROW_SUMS, POLLUTED);
    return List.of(
        ratio("arrays made, to PyArrow direct with arrays", MUST, 25, arrays, pyArrays),
        ratio("arrays made, to PyArrow direct with arrays", GOAL, 50, arrays, pyArrays),
        ratio("values summed, to PyArrow direct summed", MUST, 50, sums, pySums),
        ratio("values summed, to arrow-java summed", MUST, 10, sums, arrowSums),
        views("garbage of views", MUST, 400, "B/batch", Standing::garbage),
        views("views, p50", GOAL, 60, "ns/batch", Standing::p50),
        summed("values summed, p50", 1_000, Standing::p50),
        summed("values summed, p99", 5_000, Standing::p99));
  }

  private Optional<Standing> python(Touch touch) {
    return table.of(PythonEntrant.title(Mode.DIRECT, touch));
  }

  private static Figure ratio(
      String name,
      Figure.Kind kind,
      double limit,
      Optional<Standing> ours,
      Optional<Standing> theirs) {
    Optional<Double> ratio = ours.flatMap(us -> theirs.map(them -> us.ratioTo(them).median()));
    return new Figure(name, kind, AT_LEAST, limit, "x", ratio.orElse(Double.NaN));
  }

  private Figure views(
      String name, Figure.Kind kind, double limit, String unit, Function<Standing, Series> series) {
    return new Figure(name, kind, AT_MOST, limit, unit, median(JvmContender.ZENITH_VIEWS, series));
  }

  private Figure summed(String name, double limit, Function<Standing, Series> series) {
    return new Figure(
        name, MUST, AT_MOST, limit, "ns/batch", median(JvmContender.ZENITH_SUMS, series));
  }

  private double median(JvmContender contender, Function<Standing, Series> series) {
    return table.of(contender, POLLUTED).map(series).map(Series::median).orElse(Double.NaN);
  }
}
