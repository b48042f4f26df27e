package io.zenith.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Which files of each class are for training, and which for the test.
///
/// The files of a class are put in the order of SHA-256 of the seed in decimal, `/` and the name;
/// the first `share` of them, rounded to the nearest whole number and from the middle down, are for
/// training. So the shares of classes are exact, and files that come or go later move only files at
/// the border.
///
/// @param share of files for training, between 0 and 1
/// @param seed another one gives another split
record TrainTestSplit(BigDecimal share, long seed) {

  /// For training, and for the test, each in the order of the files.
  ///
  /// @param train those for training
  /// @param test the others
  record Parts(List<ClassFile> train, List<ClassFile> test) {}

  @SuppressWarnings("ArrayRecordComponent") // compared by its order alone
  private record Ranked(byte[] hash, ClassFile file) {}

  /// Splits files that come class by class.
  Parts split(List<ClassFile> files) {
    Parts parts = new Parts(new ArrayList<>(), new ArrayList<>());
    int end;
    for (int start = 0; start < files.size(); start = end) {
      end = start;
      while (end < files.size() && files.get(end).label() == files.get(start).label()) {
        end++;
      }
      splitClass(files.subList(start, end), parts);
    }
    parts.train.sort(ClassFile.ORDER);
    parts.test.sort(ClassFile.ORDER);
    return parts;
  }

  private void splitClass(List<ClassFile> files, Parts parts) {
    MessageDigest digest = sha256();
    byte[] prefix = (seed + "/").getBytes(StandardCharsets.UTF_8);
    List<ClassFile> ranked =
        files.stream()
            .map(file -> {
              digest.update(prefix);
              return new Ranked(digest.digest(file.name()), file);
            })
            .sorted(Comparator.comparing(Ranked::hash, Arrays::compareUnsigned))
            .map(Ranked::file)
            .toList();
    int train =
        share
            .multiply(BigDecimal.valueOf(ranked.size()))
            .setScale(0, RoundingMode.HALF_DOWN)
            .intValueExact();
    parts.train.addAll(ranked.subList(0, train));
    parts.test.addAll(ranked.subList(train, ranked.size()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
