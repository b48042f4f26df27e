package io.zenith;

import io.zenith.internal.proof.ReceiptSum;
import java.util.HexFormat;

/// The proof of which rows were delivered, and where in the order: how many they are, and the sum
/// modulo 2^128 of a hash of each.
///
/// The hash of a row is that of the epoch, its position in the order of the epoch, the number of
/// its file and its number in the file. Since sums do not depend on their order, receipts of the
/// parts of a run add up, be it those of ranks or of what came before and after a checkpoint. A row
/// that is missing, comes twice or at another position makes another receipt. Values are not part
/// of it. The hash, `order-1`, is defined in `docs/proof.md`. It finds faults, not forgers: whoever
/// wants to can make two sets of rows with one receipt.
///
/// An immutable value.
///
/// @param rows how many rows were delivered
/// @param high the upper 64 bits of the sum
/// @param low the lower 64 bits
public record Receipt(long rows, long high, long low) {
  /// The receipt of no rows.
  public static final Receipt ZERO = new Receipt(0, 0, 0);

  private static final String HASH = ReceiptSum.HASH;

  private static final int DIGITS = 32;

  /// A receipt of its parts.
  ///
  /// @throws IllegalArgumentException if the number of rows is negative, or 0 with another sum
  public Receipt {
    if (rows < 0) {
      throw new IllegalArgumentException(rows + " rows: at least 0");
    }
    if (rows == 0 && (high != 0 || low != 0)) {
      throw new IllegalArgumentException("a sum that is not 0, of 0 rows");
    }
  }

  /// The receipt of the rows that were summed up.
  static Receipt of(ReceiptSum sum) {
    return new Receipt(sum.rows(), sum.high(), sum.low());
  }

  /// The receipt of the rows of both.
  ///
  /// @throws ArithmeticException if they are more than 2^63 - 1
  public Receipt plus(Receipt other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new Receipt(Math.addExact(rows, other.rows), high + other.high + carry, sum);
  }

  /// Reads what [#toString] wrote.
  ///
  /// @throws IllegalArgumentException if the text is no receipt, or of another hash
  public static Receipt parse(String text) {
    int rowsFrom = text.indexOf(':') + 1;
    int sumFrom = text.indexOf(':', rowsFrom) + 1;
    if (rowsFrom == 0 || sumFrom == 0 || text.length() - sumFrom != DIGITS) {
      throw new IllegalArgumentException(
          "'" + text + "' is no receipt, such as " + HASH + ":64:" + "0123456789abcdef".repeat(2));
    }
    if (!text.startsWith(HASH + ":")) {
      throw new IllegalArgumentException(
          "'" + text + "' has the hash " + text.substring(0, rowsFrom - 1) + ", not " + HASH);
    }
    int lowFrom = sumFrom + DIGITS / 2;
    try {
      Receipt receipt =
          new Receipt(
              Long.parseLong(text, rowsFrom, sumFrom - 1, 10),
              HexFormat.fromHexDigitsToLong(text, sumFrom, lowFrom),
              HexFormat.fromHexDigitsToLong(text, lowFrom, text.length()));
      if (!receipt.toString().equals(text)) {
        throw new IllegalArgumentException("it would be written as " + receipt);
      }
      return receipt;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is no receipt: " + e.getMessage(), e);
    }
  }

  /// Hash, rows and the sum as 32 hexadecimal digits, such as
  /// `order-1:64:00f10203a405060708090a0b0c0d0e0f`.
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return HASH + ":" + rows + ":" + hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
