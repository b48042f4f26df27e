package io.zenith.bench;

import java.util.List;
import java.util.Optional;

/// What the contenders did on one table.
///
/// @param name of the table
/// @param rows it has
/// @param standings the contenders in the order in which they ran
record CaseResult(String name, long rows, List<Standing> standings) {
  /// What all ratios refer to.
  static final String REFERENCE =
      PythonEntrant.title(PythonEntrant.Mode.DIRECT, PythonEntrant.Touch.NOTHING);

  Optional<Standing> of(String title) {
    return standings.stream().filter(standing -> standing.title().equals(title)).findFirst();
  }

  Optional<Standing> of(JvmContender contender, Variant variant) {
    return of(JvmEntrant.title(contender, variant));
  }
}
