package io.zenith.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs a benchmark under JMH, in JVMs such as `zenith bench` starts, and counts garbage.
final class JmhRun {
  private JmhRun() {}

  /// The Python that `ZENITH_PYTHON` names, which writes the files.
  static PythonPeer peer() throws IOException {
    String python = Optional.ofNullable(System.getenv("ZENITH_PYTHON")).orElse("python3");
    return PythonPeer.probe(python).orElseThrow(() -> new BenchFailure(PythonPeer.HINT));
  }

  /// @param args options of JMH
  static void of(Class<?> benchmark, String[] args)
      throws RunnerException, CommandLineOptionException, IOException {
    CommandLineOptions options = new CommandLineOptions(args);
    if (options.shouldHelp()) {
      options.showHelp();
    } else if (options.shouldList()) {
      runner(benchmark, options).list();
    } else {
      runner(benchmark, options).run();
    }
  }

  private static Runner runner(Class<?> benchmark, CommandLineOptions options) {
    List<String> jvmOptions = new ArrayList<>(WorkerJvm.OPTIONS);
    jvmOptions.addAll(Keep.JVM_OPTIONS);
    return new Runner(
        new OptionsBuilder()
            .parent(options)
            .include(benchmark.getName())
            .jvmArgs(jvmOptions.toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .build());
  }
}
