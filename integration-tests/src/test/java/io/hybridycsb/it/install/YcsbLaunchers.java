package io.hybridycsb.it.install;

import static java.util.stream.Collectors.joining;

import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The launchers of an installation of YCSB. They are YCSB's own where {@code -Dycsb.home=} names an
 * unpacked release of it. Otherwise they are imitations, which {@link YcsbLaunchersIT} compares
 * with YCSB's own.
 */
final class YcsbLaunchers {
  /** In shell, for a release of YCSB. */
  static final String SHELL = "ycsb.sh";

  /** In Python 2, for a release of YCSB. */
  static final String PYTHON = "ycsb";

  private static final String NAMED = System.getProperty("ycsb.home", "");
  private static final List<String> PYTHON_2 = List.of("python2.7", "python2");

  private static final String TABLE =
      """
      # name:class
      #
      basic:site.ycsb.BasicDB
      cassandra-cql:site.ycsb.db.CassandraCQLClient
      jdbc:site.ycsb.db.JdbcDBClient

      """;

  /** Like YCSB's, it splits arguments at blanks, and tells its command on standard output. */
  private static final String IMITATION_OF_SHELL =
      """
      #!/bin/sh
      home=${YCSB_HOME:-$(cd "$(dirname "$0")/.." && pwd)}
      CLASSPATH=
      [ ! -r "$home/bin/setenv.sh" ] || . "$home/bin/setenv.sh"
      JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(command -v java)")")}
      case $1 in
        load) client='site.ycsb.Client -load' ;;
        run) client='site.ycsb.Client -t' ;;
        shell) client=site.ycsb.CommandLine ;;
        *) echo "[ERROR] no command '$1'"; exit 1 ;;
      esac
      class=$(sed -n "s/^$2://p" "$home/bin/bindings.properties" | head -n 1)
      [ -n "$class" ] || { echo "[ERROR] no binding '$2'"; exit 1; }
      binding="$home/${2%%-*}-binding"
      CLASSPATH="${CLASSPATH:+$CLASSPATH:}$home/conf"
      add() { [ ! -r "$1" ] || CLASSPATH="$CLASSPATH:$1"; }
      for jar in "$home"/lib/*.jar; do add "$jar"; done
      add "$binding/conf"
      for jar in "$binding"/lib/*.jar; do add "$jar"; done
      shift 2
      set -- $client -db "$class" $*
      echo "$JAVA_HOME/bin/java $JAVA_OPTS -classpath $CLASSPATH $*"
      "$JAVA_HOME/bin/java" $JAVA_OPTS -classpath "$CLASSPATH" "$@"
      """;

  /** Like YCSB's, it knows no binding but YCSB's; what -cp names comes first. */
  private static final String IMITATION_OF_PYTHON =
      """
      #!/bin/sh
      home=$(cd "$(dirname "$0")/.." && pwd)
      case $1 in
        load) main=site.ycsb.Client phase=-load ;;
        run) main=site.ycsb.Client phase=-t ;;
        shell) main=site.ycsb.CommandLine phase= ;;
        *) echo "error: argument command: invalid choice: '$1'" >&2; exit 2 ;;
      esac
      [ "$2" = basic ] || { echo "error: argument database: invalid choice: '$2'" >&2; exit 2; }
      shift 2
      classpath="$home/basic-binding/conf:$home/conf"
      for jar in "$home"/lib/*.jar; do classpath="$classpath:$jar"; done
      first= jvm= left=$#
      while [ "$left" -gt 0 ]; do
        option=$1
        shift
        left=$((left - 1))
        case $option in
          -cp | -jvm-args)
            case $1 in -*' '* | [!-]*) ;; *) echo 'error: expected one argument' >&2; exit 2 ;; esac
            if [ "$option" = -cp ]; then first="$1:"; else jvm=$1; fi
            shift
            left=$((left - 1))
            ;;
          -cp=*) first="${option#*=}:" ;;
          -jvm-args=*) jvm=${option#*=} ;;
          *) set -- "$@" "$option" ;;
        esac
      done
      java=${JAVA_HOME:+$JAVA_HOME/bin/}java
      set -- "$java" $jvm -cp "$first$classpath" "$main" -db site.ycsb.BasicDB "$@" $phase
      echo "$*" >&2
      "$@"
      """;

  private YcsbLaunchers() {}

  /** The release of YCSB that {@code -Dycsb.home=} names. */
  static Optional<Path> named() {
    return Optional.of(NAMED).filter(name -> !name.isEmpty()).map(Path::of);
  }

  /** Where the libraries of YCSB's core are. */
  static Path libraries(Release release) {
    return named().orElse(release.home()).resolve("lib");
  }

  /** Puts the launchers and their table of bindings into an installation. */
  static void install(Path home) throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Optional<Path> own = named().map(named -> named.resolve("bin"));
    String table = own.isPresent() ? read(own.get(), "bindings.properties") : TABLE;
    Files.writeString(bin.resolve("bindings.properties"), table);
    if (own.isPresent()) {
      // The launcher in Python takes the directory with this file for YCSB's home.
      Files.createFile(home.resolve("LICENSE.txt"));
      program(bin.resolve(SHELL), read(own.get(), SHELL));
    } else {
      imitateShell(bin.resolve(SHELL));
    }
    if (own.isPresent() && python2().isPresent()) {
      String text = read(own.get(), PYTHON);
      program(bin.resolve(PYTHON), "#!" + python2().get() + text.substring(text.indexOf('\n')));
    } else {
      imitatePython(bin.resolve(PYTHON));
    }
  }

  static void imitateShell(Path file) throws IOException {
    program(file, IMITATION_OF_SHELL);
  }

  static void imitatePython(Path file) throws IOException {
    program(file, IMITATION_OF_PYTHON);
  }

  /** An interpreter of Python 2: {@code -Dpython2=}, or one on the path. */
  static Optional<Path> python2() {
    String given = System.getProperty("python2", "");
    return given.isEmpty()
        ? PYTHON_2.stream().flatMap(YcsbLaunchers::onPath).findFirst()
        : Optional.of(Path.of(given));
  }

  private static Stream<Path> onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable);
  }

  /** Has {@code ycsb.sh} put these first on the class path, by the settings of its user. */
  static void putFirst(Path home, List<Path> libraries) throws IOException {
    String classPath = libraries.stream().map(Path::toString).collect(joining(File.pathSeparator));
    Files.writeString(
        home.resolve("bin").resolve("setenv.sh"), "CLASSPATH='%s'%n".formatted(classPath));
  }

  private static String read(Path directory, String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
