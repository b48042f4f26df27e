package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.proof.ReceiptSum;
import io.zenith.testkit.Property;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A receipt is the sum that its definition says, and no fault of a loader leaves it as it was.
class ReceiptTest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  /// A delivered row.
  private record Delivered(long epoch, long position, int file, long row) {
    BigInteger hash() {
      return ReceiptHash.of(epoch, position, file, row);
    }
  }

  private static Receipt receipt(List<Delivered> rows) {
    ReceiptSum sum = new ReceiptSum();
    for (Delivered row : rows) {
      sum.add(row.epoch, row.position, row.file, row.row);
    }
    return Receipt.of(sum);
  }

  private static Receipt expected(List<Delivered> rows) {
    BigInteger sum = BigInteger.ZERO;
    for (Delivered row : rows) {
      sum = sum.add(row.hash());
    }
    BigInteger receipt = sum.mod(MODULUS);
    return new Receipt(rows.size(), receipt.shiftRight(64).longValue(), receipt.longValue());
  }

  private static void assertHash(String expected, long epoch, long position, int file, long row) {
    Receipt receipt = receipt(List.of(new Delivered(epoch, position, file, row)));
    assertEquals("order-1:1:" + expected, receipt.toString());
  }

  @Test
  void theHashIsTheOneOfItsName() {
    assertHash("d2f0a71ea52d6b6290c4337784c94d55", 0, 0, 0, 0);
    assertHash("be6a36163adbe1cadfbf24cf579e6974", 0, 1, 0, 0);
    assertHash("cb9a4550202fb31a34969a7420d80a82", 0, 0, 1, 0);
    assertHash("ae145f20dbf7c78550fc0ecaa617b814", 0, 0, 0, 1);
    assertHash("57e8dd7c42fbb6aaff57535cd86d5ef5", 1, 0, 0, 0);
    assertHash("97cfa761c25f9f392e185f7eb45e09bd", 7, (1L << 40) + 5, 1000, (1L << 33) + 1);
    assertHash(
        "c86387c8fcba7c42656b65a4b5e534d2",
        Integer.MAX_VALUE,
        (1L << 62) + 3,
        Integer.MAX_VALUE,
        Long.MAX_VALUE);
    ReceiptSum many = new ReceiptSum();
    for (int p = 0; p < 100_000; p++) {
      many.add(3, p, p % 5, p * 7919L % 100_003);
    }
    assertEquals("order-1:100000:5a1ad2a35ce932c7f8052623a31b864c", Receipt.of(many).toString());
  }

  private static List<Delivered> random(SplittableRandom random) {
    List<Delivered> rows = new ArrayList<>();
    int count = random.nextInt(1, 200);
    long rowsBelow = 1L << random.nextInt(1, 40);
    int filesBelow = 1 << random.nextInt(0, 10);
    long epoch = random.nextInt(4);
    long from = random.nextLong(1L << random.nextInt(0, 45));
    long stride = random.nextInt(1, 17);
    for (int i = 0; i < count; i++) {
      rows.add(
          new Delivered(
              epoch,
              from + i * stride,
              random.nextInt(filesBelow),
              random.nextBoolean() ? i : random.nextLong(rowsBelow)));
    }
    return rows;
  }

  @Test
  void allWaysOfAddingGiveTheSum() {
    Property.check(
        200,
        (random, _) -> {
          List<Delivered> rows = random(random);
          Receipt expected = expected(rows);
          assertEquals(expected, receipt(rows));

          ReceiptSum sum = new ReceiptSum();
          sum.add(9, 9, 9, 9);
          sum.clear();
          assertEquals(Receipt.ZERO, Receipt.of(sum));
          rows.forEach(row -> sum.add(row.epoch, row.position, row.file, row.row));
          assertEquals(expected, Receipt.of(sum));

          List<Delivered> run = new ArrayList<>();
          Delivered first = rows.getFirst();
          for (int i = 0; i < rows.size(); i++) {
            run.add(new Delivered(first.epoch, first.position + i, first.file, first.row + i));
          }
          sum.addRun(first.epoch, first.position, first.file, first.row, rows.size());
          List<Delivered> both = new ArrayList<>(rows);
          both.addAll(run);
          assertEquals(expected(both), Receipt.of(sum));
          assertEquals(expected(both), expected.plus(receipt(run)));
          ReceiptSum total = new ReceiptSum();
          total.add(first.epoch, first.position, first.file, first.row);
          total.add(sum);
          both.add(first);
          assertEquals(expected(both), Receipt.of(total));
        });
  }

  @Test
  void partsInAnyOrderAddUp() {
    Property.check(
        100,
        (random, _) -> {
          List<Delivered> rows = random(random);
          Receipt whole = receipt(rows);
          List<Delivered> mixed = new ArrayList<>(rows);
          Collections.shuffle(mixed, new Random(random.nextLong()));
          assertEquals(whole, receipt(mixed));
          int ranks = random.nextInt(1, 9);
          Receipt sum = Receipt.ZERO;
          for (int rank = 0; rank < ranks; rank++) {
            int from = rank * mixed.size() / ranks;
            sum = receipt(mixed.subList(from, (rank + 1) * mixed.size() / ranks)).plus(sum);
          }
          assertEquals(whole, sum);
        });
  }

  @Test
  void everyFaultOfALoaderChangesIt() {
    Property.check(
        2_000,
        (random, _) -> {
          List<Delivered> rows = random(random);
          Receipt right = receipt(rows);
          int at = random.nextInt(rows.size());
          Delivered row = rows.get(at);
          List<Delivered> wrong = new ArrayList<>(rows);
          wrong.remove(at);
          assertDiffers(right, wrong);
          wrong.add(row);
          wrong.add(row);
          assertDiffers(right, wrong);

          long more = 1L << random.nextInt(30);
          assertOther(
              right, rows, at, new Delivered(row.epoch + 1, row.position, row.file, row.row));
          assertOther(
              right, rows, at, new Delivered(row.epoch, row.position + more, row.file, row.row));
          assertOther(
              right, rows, at, new Delivered(row.epoch, row.position, row.file + 1, row.row));
          assertOther(
              right, rows, at, new Delivered(row.epoch, row.position, row.file, row.row + more));
          assertOther(
              right, rows, at, new Delivered(row.epoch, row.position + 1, row.file, row.row + 1));

          Delivered other = rows.get(random.nextInt(rows.size()));
          if (other.file != row.file || other.row != row.row) {
            List<Delivered> swapped = new ArrayList<>(rows);
            swapped.remove(row);
            swapped.remove(other);
            swapped.add(new Delivered(row.epoch, row.position, other.file, other.row));
            swapped.add(new Delivered(other.epoch, other.position, row.file, row.row));
            assertDiffers(right, swapped);
          }
          if (rows.stream().anyMatch(one -> one.row != row.row || one.file != row.file)) {
            assertDiffers(right, rotated(rows));
          }
        });
  }

  /// All rows at the position of their neighbour, which is what a loader off by one would do.
  private static List<Delivered> rotated(List<Delivered> rows) {
    List<Delivered> rotated = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Delivered next = rows.get((i + 1) % rows.size());
      rotated.add(new Delivered(next.epoch, rows.get(i).position, next.file, next.row));
    }
    return rotated;
  }

  private static void assertOther(Receipt right, List<Delivered> rows, int at, Delivered other) {
    List<Delivered> wrong = new ArrayList<>(rows);
    wrong.set(at, other);
    assertDiffers(right, wrong);
  }

  private static void assertDiffers(Receipt right, List<Delivered> wrong) {
    Receipt receipt = receipt(wrong);
    assertNotEquals(List.of(right.high(), right.low()), List.of(receipt.high(), receipt.low()));
  }

  /// Of small numbers too, every bit of what is hashed changes every bit of the hash half the time.
  @Test
  void everyBitChangesEveryBit() {
    int samples = 2_000;
    SplittableRandom random = new SplittableRandom(1);
    int[] bits = {16, 45, 20, 45};
    for (int field = 0; field < bits.length; field++) {
      for (int bit = 0; bit < bits[field]; bit++) {
        int[] changes = new int[128];
        for (int i = 0; i < samples; i++) {
          long[] row = {
            random.nextInt(100),
            random.nextInt(1 << 30),
            random.nextInt(100),
            random.nextInt(1 << 20)
          };
          long[] before = hash(row);
          row[field] ^= 1L << bit;
          long[] after = hash(row);
          for (int out = 0; out < changes.length; out++) {
            changes[out] += (int) ((before[out >> 6] ^ after[out >> 6]) >>> out & 1);
          }
        }
        for (int out = 0; out < changes.length; out++) {
          double share = (double) changes[out] / samples;
          assertTrue(share > 0.42 && share < 0.58, field + "." + bit + " " + out + ": " + share);
        }
      }
    }
  }

  private static long[] hash(long[] row) {
    ReceiptSum sum = new ReceiptSum();
    sum.add(row[0], row[1], (int) row[2], row[3]);
    return new long[] {sum.low(), sum.high()};
  }

  @Test
  void textIsReadBackAndNothingElseIs() {
    Property.check(
        200,
        (random, number) -> {
          Receipt receipt =
              number == 0
                  ? Receipt.ZERO
                  : new Receipt(random.nextLong(1, Long.MAX_VALUE), random.nextLong(), number);
          String text = receipt.toString();
          assertEquals(receipt, Receipt.parse(text));
          for (int cut = 0; cut < text.length(); cut++) {
            assertRefused(text.substring(0, cut));
          }
          int at = random.nextInt(text.length());
          char other = (char) random.nextInt(' ', 130);
          String changed = text.substring(0, at) + other + text.substring(at + 1);
          if (!changed.equals(text)) {
            try {
              assertNotEquals(receipt, Receipt.parse(changed));
            } catch (IllegalArgumentException e) {
              assertTrue(e.getMessage().contains("'" + changed + "'"), e::getMessage);
            }
          }
        });
    assertRefused("");
    String zeros = "0".repeat(32);
    assertRefused("order-1:1:" + zeros + "0");
    assertRefused("order-1:01:" + zeros);
    assertRefused("order-1:+1:" + zeros);
    assertRefused("order-1:-1:" + zeros);
    assertRefused("order-1:0:" + zeros.substring(1) + "1");
    assertRefused("order-1:9223372036854775808:" + zeros);
    assertRefused("order-1:1:" + zeros.replace("0", "A"));
    assertTrue(assertRefused("order-2:1:" + zeros).contains("hash order-2, not order-1"));
  }

  private static String assertRefused(String text) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> Receipt.parse(text)).getMessage());
  }
}
