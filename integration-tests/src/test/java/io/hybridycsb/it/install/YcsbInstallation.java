package io.hybridycsb.it.install;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * brings old versions of libraries. The programs in its {@code bin} are YCSB's own where {@code
 * -Dycsb.home=} names a release of it, and imitations of them elsewhere.
 */
public final class YcsbInstallation implements BeforeEachCallback, AfterEachCallback {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Path FOREIGN = Path.of(System.getProperty("it.foreign"));

  /** Where YCSB has its own binding for Cassandra; its launchers take ours from there too. */
  static final String FOREIGN_BINDING = "cassandra-binding";

  private static final Pattern YCSBS_OWN = Pattern.compile("workload[a-f]");

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
    Files.createDirectories(home().resolve("workloads"));
    YcsbLaunchers.install(home());
    copy(YcsbLaunchers.libraries(release), home().resolve("lib"));
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
   * Runs {@code bin/ycsb.sh} on a binding of the table.
   *
   * @param before what the user's settings put first on the class path
   * @param options without blanks, which YCSB's launcher doesn't keep together
   */
  public Ended ycsb(String command, String binding, List<Path> before, List<String> options)
      throws IOException {
    YcsbLaunchers.putFirst(home(), before);
    List<String> words = new ArrayList<>(List.of("bin/" + YcsbLaunchers.SHELL, command, binding));
    words.addAll(options);
    Map<String, String> variables =
        Map.of(
            "JAVA_HOME",
            Path.of(Release.java()).getParent().getParent().toString(),
            "JAVA_OPTS",
            LocalCluster.SHORT_LIVED);
    return Release.run(home(), variables, TIMEOUT, words);
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
