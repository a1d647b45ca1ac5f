package io.hybridycsb.harness.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Caller;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The run directory of one system's cluster. Commands run what its files say, so each first checks
 * that they are its {@link Caller}'s own.
 *
 * @param path the directory, absolute
 */
public record ClusterDirectory(Path path) {
  private static final String VARIABLE = "HYBRID_DIR";
  private static final String DEFAULT_ROOT = ".hybrid";
  private static final String ELSEWHERE =
      "work in a directory of your own, or let " + VARIABLE + " name one";
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(120);
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(Path.class, new ToStringSerializer(Path.class)));

  /** The directory of all run directories: $HYBRID_DIR, or .hybrid in the working directory. */
  public static Path root() {
    return root(System.getenv());
  }

  static Path root(Map<String, String> environment) {
    String variable = environment.getOrDefault(VARIABLE, "");
    Path root = variable.isEmpty() ? Path.of(DEFAULT_ROOT) : Path.of(variable);
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
    Caller.current().requireOwn(root, ELSEWHERE);
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

  /** What that file says; nothing if it isn't there. */
  Map<String, String> clientProperties() {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(ycsbProperties())) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(Function.identity(), properties::getProperty));
  }

  private Path stateFile() {
    return path.resolve("state.json");
  }

  /** The recorded state; empty if there is no cluster here. */
  public Optional<ClusterState> load() {
    requireOwn();
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

  /**
   * Refuses what isn't the caller's own, or what others may write to. Then nobody else may look
   * into the run directory any more.
   */
  private void requireOwn() {
    Path root = path.getParent();
    Caller caller = Caller.current();
    for (Path place : List.of(root, path, stateFile(), ycsbProperties())) {
      caller.requireOwn(place, ELSEWHERE);
    }
    try {
      if (root.endsWith(DEFAULT_ROOT) && Files.exists(root)) {
        PrivateFiles.close(root);
      }
      if (Files.exists(path)) {
        PrivateFiles.close(path);
      }
    } catch (IOException e) {
      throw new HarnessException(
          "cannot close %s to others: %s".formatted(path, e.getMessage()), e);
    }
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

  /** Writes the file atomically; only its owner can read it. */
  static void write(Path file, String text) {
    try {
      PrivateFiles.write(file, text);
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
    requireOwn();
    makeRoot();
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
   * Makes the run directory and the plan's state. Removes the directory and the lock file if the
   * plan fails before it has written anything.
   */
  ClusterState made(Plan plan) throws InterruptedException {
    make();
    try {
      return plan.make();
    } catch (HarnessException e) {
      removeIfEmpty();
      throw e;
    }
  }

  /** Makes the run directory unless it exists. */
  public void make() {
    makeRoot();
    make(path);
  }

  /** Somebody else may have made it since it was looked for. */
  private void makeRoot() {
    make(path.getParent());
    requireOwn();
  }

  private static void make(Path directory) {
    try {
      PrivateFiles.makeDirectory(directory);
    } catch (IOException e) {
      throw new HarnessException("cannot make " + directory + ": " + e.getMessage(), e);
    }
  }

  private void removeIfEmpty() {
    try {
      deleteIfEmpty(path);
      if (!Files.exists(path)) {
        remove(lockFile());
      }
    } catch (IOException e) {
      throw new HarnessException("cannot remove " + path + ": " + e.getMessage(), e);
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
