package io.zenith.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// What `--version` says: the version, the JVM, and the formats found.
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
            .orElse("(not packaged)");
    return new String[] {
      "zenith " + version,
      "JVM: "
          + System.getProperty("java.vm.name")
          + " "
          + System.getProperty("java.vm.version")
          + " on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch"),
      "formats: " + Formats.names()
    };
  }
}
