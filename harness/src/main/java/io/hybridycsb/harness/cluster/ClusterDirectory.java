package io.hybridycsb.harness.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The run directory of one system's cluster.
 *
 * @param path the directory, absolute
 */
public record ClusterDirectory(Path path) {
  private static final String VARIABLE = "HYBRID_DIR";
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(120);
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(Path.class, new ToStringSerializer(Path.class)));

  /** The directory of all run directories: $HYBRID_DIR, or .hybrid in the working directory. */
  public static Path root() {
    return root(System.getenv());
  }

  static Path root(Map<String, String> environment) {
    String variable = environment.getOrDefault(VARIABLE, "");
    Path root = variable.isEmpty() ? Path.of(".hybrid") : Path.of(variable);
    return root.toAbsolutePath().normalize();
  }

  /** The run directory of a system below a root. */
  public static ClusterDirectory of(Path root, String system) {
    return new ClusterDirectory(root.resolve(system));
  }

  /** All run directories below a root, by name. */
  public static List<ClusterDirectory> all(Path root) {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .sorted()
          .map(ClusterDirectory::new)
          .filter(directory -> Files.exists(directory.stateFile()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The file in which bin/ycsb finds the cluster's addresses; exists only while it is meant to run.
   */
  public Path ycsbProperties() {
    return path.resolve("ycsb.properties");
  }

  private Path stateFile() {
    return path.resolve("state.json");
  }

  /** The recorded state; empty if there is no cluster here. */
  public Optional<ClusterState> load() {
    if (!Files.exists(stateFile())) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(stateFile().toFile(), ClusterState.class));
    } catch (IOException e) {
      throw new HarnessException(
          "cannot read %s; stop its processes by hand and remove it".formatted(stateFile()), e);
    }
  }

  /** The recorded state; fails if there is none. */
  ClusterState existing() {
    return load()
        .orElseThrow(
            () ->
                new HarnessException(
                    "no cluster in %s; start one with 'hybrid up %s'"
                        .formatted(path, path.getFileName())));
  }

  void save(ClusterState state) {
    write(stateFile(), toJson(state));
  }

  private static String toJson(ClusterState state) {
    try {
      return JSON.writeValueAsString(state) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the file atomically. */
  static void write(Path file, String text) {
    try {
      WholeFile.write(file, text);
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Whether there is a cluster here, or a command is about to make one. */
  boolean isTaken() {
    return Files.exists(path) || Files.exists(lockFile());
  }

  /** Keeps other commands from changing the cluster until closed. */
  LockFile lock() throws InterruptedException {
    return LockFile.take(
        lockFile(),
        Deadline.after(LOCK_TIMEOUT),
        "another hybrid command is still working on " + path);
  }

  private Path lockFile() {
    return path.resolveSibling(path.getFileName() + ".lock");
  }

  /**
   * As {@link #lock}, for an existing cluster; fails without leaving a lock file if there is none.
   */
  LockFile lockExisting() throws InterruptedException {
    existing();
    return lock();
  }

  /** Makes a cluster's state, and its files. */
  interface Plan {
    ClusterState make() throws InterruptedException;
  }

  /**
   * Makes the plan's state. Removes the lock file if the plan fails before the run directory
   * exists.
   */
  ClusterState made(Plan plan) throws InterruptedException {
    try {
      return plan.make();
    } catch (HarnessException e) {
      if (!Files.exists(path)) {
        remove(lockFile());
      }
      throw e;
    }
  }

  /** Removes everything. */
  void purge() {
    if (!Files.exists(path)) {
      return;
    }
    remove(path);
    try {
      Files.deleteIfExists(lockFile());
      deleteIfEmpty(path.getParent());
    } catch (IOException e) {
      throw new HarnessException("cannot remove " + path + ": " + e.getMessage(), e);
    }
  }

  /** Removes a file, or a directory with all that is in it, if it is there. */
  static void remove(Path fileOrDirectory) {
    if (!Files.exists(fileOrDirectory)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(fileOrDirectory)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException | UncheckedIOException e) {
      // UncheckedIOException comes from the walk itself, if a file vanishes meanwhile.
      throw new HarnessException("cannot remove " + fileOrDirectory + ": " + e.getMessage(), e);
    }
  }

  private static void deleteIfEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      if (entries.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(directory);
  }
}
