package io.zenith.bench;

import java.util.ServiceLoader;

/// Experiments with engines, which are large: whoever has them on the class path provides these as
/// a service.
public interface EngineExperiments {

  /// One of them.
  ///
  /// @param name as `DJL_IMAGES`
  Experiment named(String name);

  /// One of those on the class path.
  ///
  /// @throws BenchFailure if there are none
  static Experiment find(String name) {
    return ServiceLoader.load(EngineExperiments.class)
        .findFirst()
        .orElseThrow(() ->
            new BenchFailure(
                "engines are not on the class path; `./zenith bench training` sees to that"))
        .named(name);
  }
}
