package io.zenith.cli;

import java.util.List;

/// What a command found out: a record whose components are the fields of its JSON, in snake case.
interface Report {

  /// The report as text, for people.
  List<String> lines();
}
