package io.hybridycsb.it.install;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An installation of YCSB for each test, laid out like YCSB's releases, with a foreign binding that
 * brings old versions of libraries. {@link #ycsb}, and the programs in its {@code bin}, do as
 * YCSB's own {@code ycsb.sh} and {@code ycsb} do.
 */
public final class YcsbInstallation implements BeforeEachCallback, AfterEachCallback {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Path FOREIGN = Path.of(System.getProperty("it.foreign"));

  /** Where YCSB has its own binding for Cassandra; its launchers take ours from there too. */
  static final String FOREIGN_BINDING = "cassandra-binding";

  private static final Pattern YCSBS_OWN = Pattern.compile("workload[a-f]");

  private static final String TABLE =
      """
      # name:class
      #
      basic:site.ycsb.BasicDB
      cassandra-cql:site.ycsb.db.CassandraCQLClient
      jdbc:site.ycsb.db.JdbcDBClient

      """;

  /** The user's own class path comes last, as in {@code bin/ycsb}. */
  private static final String LAUNCHER =
      """
      #!/bin/sh
      set -eu
      home=$(cd "$(dirname "$0")/.." && pwd)
      case $1 in load) phase=-load ;; run) phase=-t ;; *) exit 2 ;; esac
      binding=$2
      shift 2
      classpath="$home/conf:$home/lib/*:$home/${binding%%-*}-binding/lib/*"
      if [ "$1" = -cp ]; then
        classpath="$classpath:$2"
        shift 2
      fi
      class=$(sed -n "s/^$binding://p" "$home/bin/bindings.properties")
      exec java -classpath "$classpath" site.ycsb.Client "$phase" -db "$class" "$@"
      """;

  private final boolean ofTheRelease;
  private Release release;
  private Path root;
  private Path installed;

  /** One that gets the release's bindings. */
  public YcsbInstallation() {
    this(true);
  }

  private YcsbInstallation(boolean ofTheRelease) {
    this.ofTheRelease = ofTheRelease;
  }

  /** One that gets bindings of the release's names, whose jars hold a line instead of megabytes. */
  static YcsbInstallation withSmallJars() {
    return new YcsbInstallation(false);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    release = Release.of(context);
    root = release.newDirectory();
    installed = ofTheRelease ? release.home() : smallRelease();
    Files.createDirectories(home().resolve("bin"));
    Files.createDirectories(home().resolve("workloads"));
    Files.writeString(table(), TABLE);
    for (String name : List.of("ycsb", "ycsb.sh")) {
      Path launcher = Files.writeString(home().resolve("bin").resolve(name), LAUNCHER);
      Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    copy(release.home().resolve("lib"), home().resolve("lib"));
    copy(FOREIGN, home().resolve(FOREIGN_BINDING).resolve("lib"));
    for (Path workload : entries(release.home().resolve("workloads"))) {
      if (YCSBS_OWN.matcher(workload.getFileName().toString()).matches()) {
        Files.copy(workload, home().resolve("workloads").resolve(workload.getFileName()));
      }
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    Release.delete(root);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : entries(from)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** YCSB's home. Its own launchers allow no blank in its path; ours do. */
  public Path home() {
    return root.resolve("ycsb 0.17");
  }

  Path table() {
    return home().resolve("bin").resolve("bindings.properties");
  }

  /** Runs {@code bin/install-into} of this release on this installation. */
  Ended installInto(String... arguments) {
    return installInto(installed, arguments);
  }

  /** Runs {@code bin/install-into} of a release on this installation. */
  Ended installInto(Path ofRelease, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ofRelease.resolve("bin").resolve("install-into").toString(), home().toString()));
    command.addAll(List.of(arguments));
    return Release.run(root, Map.of(), TIMEOUT, command);
  }

  private Path smallRelease() throws IOException {
    Path small = releaseWithoutBindings();
    copy(release.home().resolve("workloads"), small.resolve("workloads"));
    try (Stream<Path> bindings = Files.list(release.home())) {
      for (Path binding : bindings.filter(path -> path.toString().endsWith("-binding")).toList()) {
        Path lib = small.resolve(binding.getFileName()).resolve("lib");
        Files.createDirectories(lib);
        for (Path jar : entries(binding.resolve("lib"))) {
          Files.writeString(lib.resolve(jar.getFileName()), jar.getFileName().toString());
        }
      }
    }
    return small;
  }

  private Path releaseWithoutBindings() throws IOException {
    Path other = Files.createTempDirectory(root, "release");
    Files.createDirectories(other.resolve("harness").resolve("lib"));
    copy(release.home().resolve("bin"), other.resolve("bin"));
    return other;
  }

  /** A release that has one binding only, in another version. */
  Path releaseOf(String binding, String version) throws IOException {
    Path other = releaseWithoutBindings();
    Path lib = Files.createDirectories(other.resolve(binding + "-binding").resolve("lib"));
    Files.writeString(lib.resolve("%s-binding-%s.jar".formatted(binding, version)), version);
    return other;
  }

  /**
   * Runs YCSB on a binding of the table: with the libraries of its core, then those in the
   * binding's directory, which is named by what comes before the name's first dash.
   *
   * @param before what the user's settings put first on the class path
   */
  public Ended ycsb(String phase, String binding, List<Path> before, List<String> options)
      throws IOException {
    String className =
        Files.readAllLines(table()).stream()
            .filter(line -> line.startsWith(binding + ":"))
            .findFirst()
            .orElseThrow()
            .split(":", -1)[1];
    List<Path> classPath = new ArrayList<>(before);
    classPath.add(home().resolve("conf"));
    classPath.addAll(entries(home().resolve("lib")));
    classPath.addAll(
        entries(home().resolve(binding.split("-", -1)[0] + "-binding").resolve("lib")));
    List<String> command = new ArrayList<>();
    command.add(Release.java());
    command.addAll(List.of(LocalCluster.SHORT_LIVED.split(" ", -1)));
    command.add("-classpath");
    command.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    command.addAll(List.of("site.ycsb.Client", phase, "-db", className));
    command.addAll(options);
    return Release.run(home(), Map.of(), TIMEOUT, command);
  }

  static List<Path> foreignLibraries() throws IOException {
    return entries(FOREIGN);
  }

  /** Every file with its contents' checksum, and every directory. */
  SortedMap<String, String> files() throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home())) {
      for (Path path : all.toList()) {
        files.put(
            home().relativize(path).toString(), Files.isDirectory(path) ? "/" : checksum(path));
      }
    }
    return files;
  }

  private static String checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Files.readAllBytes(file));
    return Long.toHexString(crc.getValue());
  }
}
