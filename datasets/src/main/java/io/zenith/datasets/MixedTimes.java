package io.zenith.datasets;

import static org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
import static org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
import static org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
import static org.apache.arrow.vector.types.TimeUnit.SECOND;

import java.util.List;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/// The columns of [GeneratedSet#MIXED] that hold dates, times and durations.
final class MixedTimes {
  private static final long DAY_SECONDS = 86_400;

  /// 0001-01-01, 1969-12-31, 1970-01-01, 2000-02-29 and 9999-12-31 as days since 1970.
  private static final int[] ODD_DAYS = {-719_162, -1, 0, 11_016, 2_932_896};

  private MixedTimes() {}

  static List<MixedColumn<?>> columns() {
    return List.of(
        MixedColumn.of(
            "date32",
            new ArrowType.Date(DateUnit.DAY),
            DateDayVector.class,
            (vector, at, random) -> vector.setSafe(at, day(random))),
        MixedColumn.of(
            "date64",
            new ArrowType.Date(DateUnit.MILLISECOND),
            DateMilliVector.class,
            (vector, at, random) -> vector.setSafe(at, day(random) * DAY_SECONDS * 1_000)),
        MixedColumn.of(
            "time32_s",
            new ArrowType.Time(SECOND, 32),
            TimeSecVector.class,
            (vector, at, random) -> vector.setSafe(at, (int) timeOfDay(random, SECOND))),
        MixedColumn.of(
            "time32_ms",
            new ArrowType.Time(MILLISECOND, 32),
            TimeMilliVector.class,
            (vector, at, random) -> vector.setSafe(at, (int) timeOfDay(random, MILLISECOND))),
        MixedColumn.of(
            "time64_us",
            new ArrowType.Time(MICROSECOND, 64),
            TimeMicroVector.class,
            (vector, at, random) -> vector.setSafe(at, timeOfDay(random, MICROSECOND))),
        MixedColumn.of(
            "time64_ns",
            new ArrowType.Time(NANOSECOND, 64),
            TimeNanoVector.class,
            (vector, at, random) -> vector.setSafe(at, timeOfDay(random, NANOSECOND))),
        timestamp("timestamp_s", SECOND, null),
        timestamp("timestamp_ms_utc", MILLISECOND, "UTC"),
        timestamp("timestamp_us", MICROSECOND, null),
        timestamp("timestamp_us_paris", MICROSECOND, "Europe/Paris"),
        timestamp("timestamp_ns_offset", NANOSECOND, "+05:30"),
        duration("duration_s", SECOND),
        duration("duration_ms", MILLISECOND),
        duration("duration_us", MICROSECOND),
        duration("duration_ns", NANOSECOND));
  }

  private static MixedColumn<TimeStampVector> timestamp(
      String name, TimeUnit unit, @Nullable String zone) {
    return MixedColumn.of(
        name,
        new ArrowType.Timestamp(unit, zone),
        TimeStampVector.class,
        (vector, at, random) -> vector.setSafe(at, moment(random, unit)));
  }

  private static MixedColumn<DurationVector> duration(String name, TimeUnit unit) {
    return MixedColumn.of(
        name,
        new ArrowType.Duration(unit),
        DurationVector.class,
        (vector, at, random) -> vector.setSafe(at, MixedNumbers.wholeNumber(random, 64)));
  }

  /// From 1900 to 2100, or one of the odd ones.
  private static int day(RowRandom random) {
    return random.oneIn(10, 1)
        ? ODD_DAYS[random.below(ODD_DAYS.length, 2)]
        : -25_567 + random.below(200 * 365, 2);
  }

  /// At times the last unit before midnight.
  private static long timeOfDay(RowRandom random, TimeUnit unit) {
    long units = DAY_SECONDS * perSecond(unit);
    return random.oneIn(10, 1) ? units - 1 : (long) (random.uniform(2) * units);
  }

  /// Nanoseconds in 64 bits reach from 1678 to 2261 only, so they keep to the ordinary days.
  private static long moment(RowRandom random, TimeUnit unit) {
    long day = unit == NANOSECOND ? random.below(100 * 365, 2) : day(random);
    return (day * DAY_SECONDS) * perSecond(unit)
        + (long) (random.uniform(3) * DAY_SECONDS * perSecond(unit));
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }
}
