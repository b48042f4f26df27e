package io.zenith.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A Python that has PyArrow, and the script that runs it.
///
/// @param python the program
/// @param versions what it is, such as `Python 3.11.7, pyarrow 26.0.0, numpy 2.1.3, polars 2.1.0`
/// @param script `pyarrow_batches.py`
record PythonPeer(String python, String versions, Path script) {
  /// What a row says where there is no PyArrow.
  static final String HINT =
      "no PyArrow: python3 -m venv ~/zenith-python && ~/zenith-python/bin/pip install"
          + " pyarrow==26.0.0 numpy==2.1.3, then --python ~/zenith-python/bin/python";

  /// The versions of all peers that it has, of which only PyArrow and NumPy must be there.
  private static final String PROBE =
      """
      import platform
      import importlib.metadata as metadata
      import numpy, pyarrow

      def version(name):
          try:
              return [f'{name} {metadata.version(name)}']
          except metadata.PackageNotFoundError:
              return []

      own = [f'{module.__name__} {module.__version__}' for module in (pyarrow, numpy)]
      others = sum(map(version, ['polars', 'duckdb', 'torch', 'datasets']), [])
      print(f'Python {platform.python_version()}', *own, *others, sep=', ')
      """;

  /// Asks a Python whether it has PyArrow.
  ///
  /// @throws IOException if there is no such program
  static Optional<PythonPeer> probe(String python) throws IOException {
    Process process =
        new ProcessBuilder(python, "-c", PROBE)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    String versions =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return versions.isEmpty()
        ? Optional.empty()
        : Optional.of(new PythonPeer(python, versions, findScript()));
  }

  /// In the folder of this module, which is above wherever its classes are.
  private static Path findScript() {
    Path place = Path.of("zenith-bench", "peers", "pyarrow_batches.py");
    return Stream.concat(above(classes()), above(Path.of("").toAbsolutePath()))
        .map(folder -> folder.resolve(place))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new BenchFailure("no " + place + " here: run it in a clone"));
  }

  private static Stream<Path> above(Path path) {
    return Stream.iterate(Optional.of(path), Optional::isPresent, up -> up.map(Path::getParent))
        .flatMap(Optional::stream);
  }

  private static Path classes() {
    try {
      return Path.of(PythonPeer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  /// The clone that has the script.
  Path root() {
    return script.resolve("../../..").normalize();
  }

  /// The command that runs the script.
  List<String> command() {
    return List.of(python, script.toString());
  }
}
