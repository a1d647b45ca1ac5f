package io.hybridycsb.harness.system.cassandra;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The JVM for Cassandra 5.0, which runs on Java 11 and 17 and ends at once on newer ones.
 *
 * <p>The search order is: the option, the environment variable, the JVM that runs this command,
 * {@code JAVA_HOME}, the PATH, the usual directories of JDKs.
 *
 * @param own the home of the JVM that runs this command
 * @param onPath the {@code java} on the PATH
 * @param directoriesOfJdks directories whose entries are JDKs
 */
record CassandraJava(
    Map<String, String> environment,
    Path own,
    Supplier<Optional<Path>> onPath,
    List<Path> directoriesOfJdks) {
  static final String OPTION = "cassandra.java";
  static final String VARIABLE = "CASSANDRA_JAVA";

  private static final String VERSION = "17";

  static CassandraJava ofThisMachine() {
    List<Path> directories = new ArrayList<>();
    directories.add(Path.of("/usr/lib/jvm"));
    directories.add(Path.of("/Library/Java/JavaVirtualMachines"));
    for (String ofUser : List.of(".sdkman/candidates/java", ".jdks")) {
      Programs.userHome().ifPresent(home -> directories.add(home.resolve(ofUser)));
    }
    return new CassandraJava(
        System.getenv(),
        Path.of(System.getProperty("java.home")),
        () -> ProcessLauncher.onPath("java"),
        directories);
  }

  /**
   * The {@code java} to run.
   *
   * @param option the JDK's directory that the user set, or empty
   */
  Path find(String option) {
    if (!option.isEmpty()) {
      return named(Path.of(option), "the option " + OPTION);
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return named(Path.of(variable), "the environment variable " + VARIABLE);
    }
    return candidates()
        .flatMap(home -> programOf(home).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new HarnessException(
                    ("no JDK %s found, which Cassandra 5.0 needs (this command runs on %s): install"
                            + " one, or name its directory by --set %s=DIR or $%s")
                        .formatted(VERSION, versionOf(own).orElse("another"), OPTION, VARIABLE)));
  }

  private static Path named(Path home, String source) {
    return programOf(home)
        .orElseThrow(
            () ->
                new HarnessException(
                    "%s names %s, which is not the directory of a JDK %s"
                        .formatted(source, home, VERSION)));
  }

  private Stream<Path> candidates() {
    List<Path> homes = new ArrayList<>();
    homes.add(own);
    Optional.ofNullable(environment.get("JAVA_HOME")).map(Path::of).ifPresent(homes::add);
    // JDK/bin/java
    onPath.get().map(java -> java.getParent().getParent()).ifPresent(homes::add);
    for (Path directory : directoriesOfJdks) {
      for (Path entry : entries(directory)) {
        homes.add(entry);
        homes.add(entry.resolve("Contents/Home"));
      }
    }
    return homes.stream();
  }

  /** None of a directory that isn't there, or can't be read. */
  private static List<Path> entries(Path directory) {
    return Files.isDirectory(directory) && Files.isReadable(directory)
        ? Disk.list(directory)
        : List.of();
  }

  private static Optional<Path> programOf(Path home) {
    Path program = home.resolve("bin").resolve("java");
    boolean fits =
        Files.isExecutable(program)
            && versionOf(home)
                .filter(version -> version.split("[.+-]", 2)[0].equals(VERSION))
                .isPresent();
    return fits ? Optional.of(program) : Optional.empty();
  }

  /** The version in the JDK's file {@code release}. */
  private static Optional<String> versionOf(Path home) {
    Path file = home.resolve("release");
    try {
      Properties release = new Properties();
      release.load(new StringReader(Files.readString(file)));
      return Optional.ofNullable(release.getProperty("JAVA_VERSION"))
          .map(quoted -> quoted.replace("\"", ""));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
