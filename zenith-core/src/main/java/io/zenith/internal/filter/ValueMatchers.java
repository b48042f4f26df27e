package io.zenith.internal.filter;

import io.zenith.internal.ErrorText;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Makes the test that fits a predicate and the type of a column, and refuses values that cannot be
/// compared with it.
///
/// @param name the column
/// @param shown its type, for errors
record ValueMatchers(String name, DataType shown) {
  private static final ValueMatcher NONE = (_, _, _) -> 0;
  private static final ValueMatcher ALL = (_, _, _) -> -1;

  /// The test of values of this type.
  ///
  /// @throws IllegalArgumentException if they cannot be compared so
  ValueMatcher of(Predicate.OfValue predicate, DataType type) {
    return switch (type) {
      case DataType.Dictionary dictionary ->
          new DictionaryMatcher(of(predicate, dictionary.value()));
      case DataType.RunEndEncoded(_, Field values) -> new RunsMatcher(of(predicate, values.type()));
      default ->
          switch (predicate) {
            case Predicate.Compare(_, Operator operator, Literal value) ->
                compare(type, operator, value);
            case Predicate.In in -> in(type, in.values());
            case Predicate.StartsWith(_, Literal.Text prefix) -> startsWith(type, prefix);
          };
    };
  }

  private ValueMatcher compare(DataType type, Operator operator, Literal value) {
    return switch (type) {
      case DataType.Null _ -> NONE;
      case DataType.Bool _ -> {
        if (!(value instanceof Literal.Bool(boolean truth))) {
          throw mismatch(type, value);
        }
        yield new BooleanMatcher(
            operator.holds(Boolean.compare(true, truth)),
            operator.holds(Boolean.compare(false, truth)));
      }
      case DataType.FloatingPoint _ -> FloatMatcher.of(operator, floating(type, value));
      case DataType other when StoredNumber.bits(other) > 0 -> whole(type, operator, value);
      case DataType other -> new BytesMatcher(operator, bytes(other, value));
    };
  }

  private double floating(DataType type, Literal value) {
    return switch (value) {
      case Literal.Exact(BigDecimal number) -> Double.parseDouble(number.toString());
      case Literal.NotFinite(double number) -> number;
      case Literal.Text _, Literal.Bool _, Literal.Bytes _ -> throw mismatch(type, value);
    };
  }

  /// The test of the whole numbers that compare so with an exact number: they are a range.
  private ValueMatcher whole(DataType type, Operator operator, Literal value) {
    if (value instanceof Literal.NotFinite(double number) && isNumber(type)) {
      boolean beyond = !Double.isNaN(number) && operator.holds(number > 0 ? -1 : 1);
      return beyond ? ALL : NONE;
    }
    BigDecimal number = stored(type, value);
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = number.setScale(0, RoundingMode.CEILING).toBigInteger();
    BigInteger least = StoredNumber.least(type);
    BigInteger most = StoredNumber.most(type);
    BigInteger low =
        switch (operator) {
          case EQ, GE -> ceiling.max(least);
          case GT -> floor.add(BigInteger.ONE).max(least);
          case LT, LE -> least;
        };
    BigInteger high =
        switch (operator) {
          case EQ, LE -> floor.min(most);
          case LT -> ceiling.subtract(BigInteger.ONE).min(most);
          case GT, GE -> most;
        };
    if (low.compareTo(high) > 0) {
      return NONE;
    }
    if (low.equals(least) && high.equals(most)) {
      return ALL;
    }
    int bits = StoredNumber.bits(type);
    return bits > Long.SIZE ? new WideMatcher(low, high, bits) : new WholeMatcher(low, high);
  }

  private static boolean isNumber(DataType type) {
    return type instanceof DataType.Int || type instanceof DataType.Decimal;
  }

  private BigDecimal stored(DataType type, Literal value) {
    return StoredNumber.of(type, value).orElseThrow(() -> mismatch(type, value));
  }

  private byte[] bytes(DataType type, Literal value) {
    return switch (type) {
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _
          when value instanceof Literal.Text(String text) ->
          text.getBytes(StandardCharsets.UTF_8);
      case DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.FixedSizeBinary _
          when value instanceof Literal.Bytes bytes ->
          bytes.bytes();
      default -> throw mismatch(type, value);
    };
  }

  private ValueMatcher in(DataType type, List<Literal> values) {
    List<ValueMatcher> tests =
        values.stream().map(value -> compare(type, Operator.EQ, value)).distinct().toList();
    if (tests.stream().allMatch(BytesMatcher.class::isInstance)) {
      return new BytesSetMatcher(
          values.stream().map(value -> bytes(type, value)).toArray(byte[][]::new));
    }
    int bits = StoredNumber.bits(type);
    if (bits > 0 && bits <= Long.SIZE) {
      return new WholeSetMatcher(
          values.stream()
              .flatMap(value -> StoredNumber.of(type, value).stream())
              .filter(number -> StoredNumber.isStored(type, number))
              .mapToLong(number -> number.toBigInteger().longValue())
              .toArray());
    }
    return new AnyMatcher(tests);
  }

  private ValueMatcher startsWith(DataType type, Literal.Text prefix) {
    return switch (type) {
      case DataType.Null _ -> NONE;
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ ->
          new PrefixMatcher(bytes(type, prefix));
      default ->
          throw new IllegalArgumentException(
              ErrorText.printable(
                  "column '"
                      + name
                      + "' is "
                      + shown
                      + ": only text can be asked what it starts with"));
    };
  }

  private IllegalArgumentException mismatch(DataType type, Literal value) {
    Optional<String> comparable = comparable(type);
    String advice =
        comparable
            .map(what -> "compare it with " + what + ", not " + value.text())
            .orElse("it cannot be compared, only asked for nulls");
    return new IllegalArgumentException(
        ErrorText.printable("column '" + name + "' is " + shown + ": " + advice));
  }

  /// What values of a type are compared with, if anything.
  private static Optional<String> comparable(DataType type) {
    return Optional.ofNullable(
        switch (type) {
          case DataType.Bool _ -> "true or false";
          case DataType.Int _ -> "a whole number";
          case DataType.FloatingPoint _ -> "a number";
          case DataType.Decimal _ -> StoredNumber.bits(type) > 0 ? "a number" : null;
          case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ -> "text such as 'abc'";
          case DataType.Binary _,
              DataType.LargeBinary _,
              DataType.BinaryView _,
              DataType.FixedSizeBinary _ ->
              "bytes such as x'00ff'";
          case DataType.Date _ -> "a date such as '2024-02-29'";
          case DataType.Time _ -> "a time of day such as '12:30:00'";
          case DataType.Timestamp(_, Optional<String> zone) ->
              zone.isPresent()
                  ? "a time with its zone such as '2024-02-29T12:30:00Z'"
                  : "a time without a zone such as '2024-02-29T12:30:00'";
          case DataType.Duration _ -> "a duration such as 'PT1.5S'";
          default -> null;
        });
  }
}
