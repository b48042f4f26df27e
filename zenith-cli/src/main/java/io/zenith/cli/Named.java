package io.zenith.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/// Finds a constant by what it is called on the command line.
final class Named {
  private Named() {}

  /// The constant that prints as this text.
  ///
  /// @throws TypeConversionException if none does; the message lists them
  static <E extends Enum<E>> E find(Class<E> type, String text) {
    E[] constants = type.getEnumConstants();
    return Arrays.stream(constants)
        .filter(constant -> constant.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "'"
                    + text
                    + "' is none of "
                    + Arrays.stream(constants)
                        .map(Object::toString)
                        .collect(Collectors.joining(", "))));
  }
}
