package io.zenith.bench;

import java.io.IOException;

/// The contenders that run in a JVM.
enum JvmContender {
  ZENITH_VIEWS("Zenith, views"),
  ZENITH_ARRAYS("Zenith, arrays"),
  ZENITH_SUMS("Zenith, values summed"),
  ZENITH_STACK("Zenith, stack"),
  ARROW_ARRAYS("arrow-java, arrays"),
  ARROW_SUMS("arrow-java, values summed"),
  STREAM_ARRAYS("streaming iterator, arrays"),
  STREAM_SUMS("streaming iterator, values summed");

  private final String title;

  JvmContender(String title) {
    this.title = title;
  }

  /// How tables call it.
  String title() {
    return title;
  }

  /// Opens the files of a case.
  Contender open(CaseFiles files) throws IOException {
    return switch (this) {
      case ZENITH_VIEWS -> ZenithContender.open(files.file(), ZenithViews::new);
      case ZENITH_ARRAYS -> ZenithContender.open(files.file(), ZenithArrays::new);
      case ZENITH_SUMS -> ZenithContender.open(files.file(), ZenithSums::new);
      case ZENITH_STACK -> ZenithContender.open(files.file(), ZenithStack::new);
      case ARROW_ARRAYS -> ArrowFile.open(files.file(), new ArrowArrays());
      case ARROW_SUMS -> ArrowFile.open(files.file(), new ArrowSums());
      case STREAM_ARRAYS -> new ArrowStream(files.stream(), new ArrowArrays());
      case STREAM_SUMS -> new ArrowStream(files.stream(), new ArrowSums());
    };
  }
}
