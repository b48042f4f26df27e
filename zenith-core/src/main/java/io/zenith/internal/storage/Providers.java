package io.zenith.internal.storage;

import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds the storage of a location and the format of a file among those installed. It never
/// guesses: none or two matches is an error that names what is there.
public final class Providers {
  /// Bytes that formats look at.
  private static final int HEAD = 16;

  private static final String NAME_IT = "Name the format: Dataset.open(format, ...)";

  /// What core's own class loader finds, kept: to look through a class path takes longer than to
  /// open a small file.
  private static final ServiceLoader<Storage> STORAGES = own(Storage.class);

  private static final ServiceLoader<Format> FORMATS = own(Format.class);

  private Providers() {}

  /// The storage for a scheme.
  ///
  /// @throws IllegalArgumentException if none, or more than one, serves it
  public static Storage storage(String scheme) {
    List<Storage> storages = new ArrayList<>(List.of(new LocalStorage()));
    storages.addAll(load(Storage.class, STORAGES));
    return only(
        storages.stream().filter(storage -> storage.serves(scheme)).toList(),
        storages,
        "storage for '" + scheme + ":'",
        "Leave only one of them there");
  }

  /// All formats that are installed.
  public static List<Format> formats() {
    return load(Format.class, FORMATS);
  }

  /// The format of a file, by its first bytes, else by its name.
  ///
  /// @throws IllegalArgumentException if none, or more than one, knows it
  public static Format format(List<Format> formats, Storage storage, StoredFile file)
      throws IOException {
    String what = "format for " + file;
    try (Arena arena = Arena.ofShared()) {
      InputFile input = storage.open(file, arena);
      MemorySegment head = arena.allocate(Math.min(HEAD, file.size()));
      input.read(0, head);
      List<Format> byMagic = matching(formats, format -> format.matchesMagic(head));
      return byMagic.isEmpty()
          ? only(matching(formats, f -> f.matchesName(file.name())), formats, what, NAME_IT)
          : only(byMagic, formats, what, NAME_IT);
    }
  }

  private static <T> List<T> matching(List<T> all, Predicate<T> condition) {
    return all.stream().filter(condition).toList();
  }

  private static <T> T only(List<T> matches, List<T> all, String what, String remedy) {
    if (matches.size() == 1) {
      return matches.getFirst();
    }
    throw new IllegalArgumentException(
        (matches.isEmpty() ? "no " + what : "more than one " + what + ": " + names(matches))
            + "; found on the class or module path: "
            + names(all)
            + (matches.isEmpty()
                ? ". Is the module that reads it a dependency, and were the META-INF/services files"
                    + " merged if this is an uber-jar?"
                : ". " + remedy));
  }

  private static String names(List<?> providers) {
    return providers.isEmpty()
        ? "nothing"
        : providers.stream()
            .map(provider ->
                provider instanceof Format format ? format.name() : provider.getClass().getName())
            .collect(Collectors.joining(", "));
  }

  private static <T> ServiceLoader<T> own(Class<T> service) {
    return ServiceLoader.load(service, Providers.class.getClassLoader());
  }

  /// By our own class loader, then by the caller's: an application server may keep them apart.
  private static <T> List<T> load(Class<T> service, ServiceLoader<T> own) {
    Map<String, T> providers = new LinkedHashMap<>();
    synchronized (own) { // which is not for many threads by itself
      own.forEach(provider -> providers.putIfAbsent(provider.getClass().getName(), provider));
    }
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null && !context.equals(Providers.class.getClassLoader())) {
      ServiceLoader<T> second = ServiceLoader.load(service, context);
      second.forEach(provider -> providers.putIfAbsent(provider.getClass().getName(), provider));
    }
    return List.copyOf(providers.values());
  }
}
