/// The command line: one class a command, and what they share. Not a library: nothing here is meant
/// to be called by other programs.
@NullMarked
package io.zenith.cli;

import org.jspecify.annotations.NullMarked;
