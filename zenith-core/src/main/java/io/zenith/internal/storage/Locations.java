package io.zenith.internal.storage;

import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What people write for a place (a path, a glob, a URI), and the files that are there.
public final class Locations {
  private Locations() {}

  /// The files of all locations.
  ///
  /// @param isData tells data from a README beside it, by name: of a folder, only the files that
  ///   look like data count, if some do
  /// @throws IllegalArgumentException if the locations name a file twice
  /// @throws IOException if a listing fails, or nothing is there
  public static List<FoundFile> list(List<URI> locations, Storage storage, Predicate<String> isData)
      throws IOException {
    List<FoundFile> files = new ArrayList<>();
    Set<URI> seen = new HashSet<>();
    for (URI location : locations) {
      for (StoredFile file : select(location, storage.list(location), isData)) {
        if (!seen.add(file.uri().normalize())) {
          throw new IllegalArgumentException(file + " is named twice");
        }
        files.add(FoundFile.of(location.getPath(), file));
      }
    }
    return files;
  }

  private static List<StoredFile> select(
      URI location, List<StoredFile> files, Predicate<String> isData) {
    String path = location.getPath();
    String inside = path.endsWith("/") ? path : path + "/";
    boolean folder = !files.isEmpty() && files.getFirst().uri().getPath().startsWith(inside);
    List<StoredFile> data = files.stream().filter(file -> isData.test(file.name())).toList();
    return folder && !data.isEmpty() ? data : files;
  }

  /// The URI of a path, a glob or a URI. What is written as a URI is percent-decoded once; a path
  /// is taken as it is, and so is a URL of the web.
  ///
  /// @throws IllegalArgumentException if it is none, or has a user or password
  public static URI uri(String location) {
    if (location.isBlank()) {
      throw new IllegalArgumentException("an empty location: name a file, a folder or a glob");
    }
    int colon = location.indexOf(':');
    if (!isScheme(location, colon)) {
      return uri("file", null, absolute(location));
    }
    String scheme = location.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = location.substring(colon + 1);
    if (!scheme.equals("file")) {
      refuseUser(scheme, rest);
    }
    if (scheme.equals("http") || scheme.equals("https")) {
      return url(scheme, rest);
    }
    int path = rest.startsWith("//") ? rest.indexOf('/', 2) : 0;
    if (path < 0 || !rest.startsWith("/", path)) {
      boolean isBucket = rest.startsWith("//") && !scheme.equals("file");
      throw new IllegalArgumentException(
          location
              + ": expected "
              + (isBucket ? scheme + "://BUCKET/KEY" : "SCHEME:/PATH")
              + " or a path");
    }
    String place = decode(rest.substring(path));
    return uri(
        scheme,
        path <= 2 ? null : rest.substring(2, path),
        scheme.equals("file") ? absolute(place) : place);
  }

  private static URI uri(String scheme, @Nullable String authority, String path) {
    try {
      return new URI(scheme, authority, path, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
    }
  }

  /// Credentials in a location would stand in messages and logs. A secret may hold a slash, where
  /// the host seems to end: so what stands behind a colon has to be a port, but in the names that
  /// AWS gives to access points.
  private static void refuseUser(String scheme, String rest) {
    int end = 2;
    while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    String host = rest.startsWith("//") ? rest.substring(2, end) : "";
    int colon = host.indexOf(':', host.lastIndexOf(']') + 1);
    boolean hasPort =
        colon >= 0
            && colon + 1 < host.length()
            && host.chars().skip(colon + 1).allMatch(Character::isDigit);
    boolean hasMore = colon >= 0 && !hasPort && !host.startsWith("arn:");
    if (host.indexOf('@') >= 0 || hasMore) {
      throw new IllegalArgumentException(
          scheme
              + "://...: a user or password in front of the host is refused, since messages and"
              + " logs show locations; leave it out");
    }
  }

  /// Of the web, servers tell `%2F` from `/`, and behind a `?` is a query and not the rest of a
  /// glob.
  private static URI url(String scheme, String rest) {
    try {
      return new URI(scheme + ":" + rest);
    } catch (URISyntaxException e) { // which tells the query, as a message must not
      throw new IllegalArgumentException(
          withoutQuery(scheme + ":" + rest)
              + ": "
              + e.getReason()
              + " at index "
              + e.getIndex()
              + ": what a URL must not have is percent-encoded; globs do not work on the web");
    }
  }

  private static String withoutQuery(String location) {
    int query = location.indexOf('?');
    return query < 0 ? location : location.substring(0, query);
  }

  /// At least two characters, since one letter and a colon is a drive.
  private static boolean isScheme(String location, int colon) {
    return colon > 1
        && Character.isLetter(location.charAt(0))
        && location
            .substring(0, colon)
            .chars()
            .allMatch(c -> Character.isLetterOrDigit(c) || c == '+' || c == '-' || c == '.');
  }

  /// Only `%` means something; `+` does not.
  private static String decode(String path) {
    return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /// Puts the working folder before a relative path, and takes out `.` and `..`: behind a link,
  /// `..` is the folder around what it leads to. By hand, since a glob is no path on every system.
  private static String absolute(String location) {
    String path = location.replace(File.separatorChar, '/');
    boolean rooted = path.startsWith("/") || (path.length() > 1 && path.charAt(1) == ':');
    String folder = Path.of("").toAbsolutePath().toString().replace(File.separatorChar, '/');
    List<String> names = new ArrayList<>();
    for (String name : (rooted ? path : folder + "/" + path).split("/", -1)) {
      if (name.equals("..")) {
        names = follow(names);
        if (!names.isEmpty()) {
          names.removeLast();
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return "/" + String.join("/", names);
  }

  private static List<String> follow(List<String> names) {
    try {
      Path place = Path.of("/" + String.join("/", names));
      if (Files.isSymbolicLink(place)) {
        List<String> target = new ArrayList<>();
        place.toRealPath().forEach(name -> target.add(name.toString()));
        return target;
      }
    } catch (InvalidPathException | IOException _) {
      // no link that leads somewhere
    }
    return names;
  }

  /// The storage that serves all locations.
  ///
  /// @throws IllegalArgumentException if there is no location, or they are of two schemes
  public static Storage storage(List<URI> locations) {
    requireSome(locations);
    List<String> schemes = locations.stream().map(URI::getScheme).distinct().toList();
    if (schemes.size() > 1) {
      throw new IllegalArgumentException("locations of more than one scheme: " + schemes);
    }
    return Providers.storage(schemes.getFirst());
  }

  /// Returns if there is a location, and a storage serves all.
  ///
  /// @throws IllegalArgumentException if not
  public static void requireServed(List<URI> locations, Storage storage) {
    requireSome(locations);
    for (URI location : locations) {
      if (!storage.serves(location.getScheme())) {
        throw new IllegalArgumentException(
            withoutQuery(location.toString())
                + ": "
                + storage.getClass().getSimpleName()
                + " has no such files");
      }
    }
  }

  private static void requireSome(List<URI> locations) {
    if (locations.isEmpty()) {
      throw new IllegalArgumentException("no location: name a file, a folder or a glob");
    }
  }
}
