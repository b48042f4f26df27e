# Sourced by mvnw and by the launcher (POSIX sh): leaves JAVA_HOME at a JDK >= 25, or says what to
# install and exits with 1. JAVA_HOME and the java on the PATH are taken when they are new enough;
# else the oldest sufficient JDK in the usual places. Versions are read from the JDK's own
# `release` file, since starting a JVM to ask it costs more than all else here.

# Prints the major version of the JDK in $1, or nothing when that is no JDK.
zenith_jdk_major() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  while IFS='="' read -r key _ value _; do
    [ "$key" = JAVA_VERSION ] || continue
    value=${value%%[!0-9]*}
    [ -z "$value" ] || printf '%s\n' "$value"
    return 0
  done <"$1/release"
}

# Prints the home of the best JDK found, or nothing.
zenith_find_jdk() {
  set +f
  set --
  [ -z "${JAVA_HOME-}" ] || set -- "$JAVA_HOME"
  java=$(command -v java) || java=
  if [ -n "$java" ]; then
    java=$(readlink -f "$java" 2>/dev/null) || java=
    [ -z "$java" ] || set -- "$@" "${java%/bin/java}"
  fi
  for home in "$@"; do
    major=$(zenith_jdk_major "$home")
    if [ "${major:-0}" -ge 25 ]; then
      printf '%s\n' "$home"
      return 0
    fi
  done

  best=
  best_major=
  for home in /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/*jdk*/* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${SDKMAN_DIR:-${HOME-}/.sdkman}"/candidates/java/* \
    "${HOME-}"/.jdks/* "${HOME-}"/.jdks/*/Contents/Home; do
    [ -x "$home/bin/javac" ] || continue
    major=$(zenith_jdk_major "$home")
    if [ "${major:-0}" -ge 25 ] && [ "$major" -lt "${best_major:-1000}" ]; then
      best=$home
      best_major=$major
    fi
  done
  if [ -z "$best" ] && [ -x /usr/libexec/java_home ]; then
    best=$(/usr/libexec/java_home -F -v 25+ 2>/dev/null) || best=
  fi
  [ -z "$best" ] || printf '%s\n' "$best"
}

JAVA_HOME=$(zenith_find_jdk)
if [ -z "$JAVA_HOME" ]; then
  echo "Zenith needs a JDK 25 or newer and found none: install one (for example from https://adoptium.net/temurin/releases/?version=25) or set JAVA_HOME." >&2
  exit 1
fi
export JAVA_HOME
