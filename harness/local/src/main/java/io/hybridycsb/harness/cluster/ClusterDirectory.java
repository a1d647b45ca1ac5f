package io.hybridycsb.harness.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Caller;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.system.PropertiesText;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return Disk.list(root).stream()
        .map(ClusterDirectory::new)
        .filter(directory -> Files.exists(directory.stateFile()))
        .toList();
  }

  /**
   * The file in which bin/ycsb finds the cluster's addresses; exists only while it is meant to run.
   */
  public Path ycsbProperties() {
    return path.resolve("ycsb.properties");
  }

  /** What that file says; nothing if it isn't there. */
  Map<String, String> clientProperties() {
    return Files.exists(ycsbProperties()) ? PropertiesText.read(ycsbProperties()) : Map.of();
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
    if (root.endsWith(DEFAULT_ROOT) && Files.exists(root)) {
      PrivateFiles.close(root);
    }
    if (Files.exists(path)) {
      PrivateFiles.close(path);
    }
  }

  void save(ClusterState state) {
    String json = Attempt.get("write " + stateFile(), () -> JSON.writeValueAsString(state));
    PrivateFiles.write(stateFile(), json + "\n");
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
    PrivateFiles.makeDirectory(path);
  }

  /** Somebody else may have made it since it was looked for. */
  private void makeRoot() {
    PrivateFiles.makeDirectory(path.getParent());
    requireOwn();
  }

  private void removeIfEmpty() {
    removeIfEmpty(path);
    if (!Files.exists(path)) {
      Disk.remove(lockFile());
    }
  }

  /** Removes everything. */
  void purge() {
    if (!Files.exists(path)) {
      return;
    }
    Disk.remove(path);
    Disk.remove(lockFile());
    removeIfEmpty(path.getParent());
  }

  private static void removeIfEmpty(Path directory) {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // Another system's cluster is there, or is just being made.
    } catch (IOException e) {
      throw new HarnessException("cannot remove " + directory + ": " + e.getMessage(), e);
    }
  }
}
