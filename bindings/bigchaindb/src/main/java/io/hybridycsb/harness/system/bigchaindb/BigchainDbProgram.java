package io.hybridycsb.harness.system.bigchaindb;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Programs;
import io.hybridycsb.harness.system.programs.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * BigchainDB 2.2.2 in a separate Python environment, installed once into the user's cache.
 *
 * <p>It needs Python 3.6, because its pinned version of cryptography doesn't build on later ones.
 */
public record BigchainDbProgram(Path cache, Consumer<String> progress) {
  static final String OPTION = "python";
  static final String VARIABLE = "HYBRID_PYTHON36";
  static final String VERSION = "2.2.2";

  private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(15);

  /** What packages are built with, and then the packages: exact versions with their checksums. */
  private static final List<String> REQUIREMENTS =
      Stream.of("build-requirements.txt", "requirements.txt")
          .map(name -> Resource.text(BigchainDbProgram.class, name))
          .toList();

  static BigchainDbProgram ofThisMachine(Consumer<String> progress) {
    return new BigchainDbProgram(Programs.cache(), progress);
  }

  /** Whether a cluster can be started here without options, for tests. */
  public static boolean isAvailable() {
    return Files.exists(complete(Programs.cache()))
        || python(Programs.named("", VARIABLE)).isPresent();
  }

  private static Path environment(Path cache) {
    return cache.resolve(
        "bigchaindb-%s-%s".formatted(VERSION, Programs.digest(String.join("", REQUIREMENTS))));
  }

  private static Path complete(Path cache) {
    return environment(cache).resolve("complete");
  }

  /**
   * The Python that has BigchainDB.
   *
   * @param option the Python 3.6 that the user named, or empty
   */
  Path find(String option) {
    Path installed = environment(cache).resolve("bin").resolve("python");
    UserCache.requireOwn(cache, complete(cache));
    if (Files.exists(complete(cache))) {
      return installed;
    }
    Path python = python(Programs.named(option, VARIABLE)).orElseThrow(this::noPython);
    Deadline deadline = Deadline.after(INSTALL_TIMEOUT);
    try (LockFile lock =
        LockFile.take(
            cache.resolve("bigchaindb.lock"),
            deadline,
            "another hybrid command is still installing BigchainDB in " + cache)) {
      // Another command may have installed it while this one waited.
      if (!Files.exists(complete(cache))) {
        install(python, deadline);
      }
      return installed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while BigchainDB was being installed", e);
    } catch (IOException e) {
      throw new HarnessException("cannot install BigchainDB: " + e.getMessage(), e);
    }
  }

  /**
   * The Python 3.6 that the user named, on the PATH or of pyenv. Candidates are run, since pyenv
   * puts a placeholder on the PATH for a version that isn't installed.
   */
  private static Optional<Path> python(String named) {
    if (!named.isEmpty()) {
      Path python = Programs.executable(Path.of(named), OPTION + " or " + VARIABLE);
      if (!isPython36(python)) {
        throw new HarnessException(
            "%s or %s names %s, which is no Python 3.6".formatted(OPTION, VARIABLE, python));
      }
      return Optional.of(python);
    }
    List<Path> candidates = new ArrayList<>();
    ProcessLauncher.onPath("python3.6").ifPresent(candidates::add);
    candidates.addAll(ofPyenv());
    return candidates.stream().filter(BigchainDbProgram::isPython36).findFirst();
  }

  private static boolean isPython36(Path python) {
    return Programs.output(python, "--version").startsWith("Python 3.6.");
  }

  private static List<Path> ofPyenv() {
    String root = System.getenv().getOrDefault("PYENV_ROOT", "");
    Optional<Path> versions =
        (root.isEmpty()
                ? Programs.userHome().map(home -> home.resolve(".pyenv"))
                : Optional.of(Path.of(root)))
            .map(pyenv -> pyenv.resolve("versions"))
            .filter(Files::isDirectory);
    if (versions.isEmpty()) {
      return List.of();
    }
    return Disk.list(versions.get()).stream()
        .filter(version -> version.getFileName().toString().startsWith("3.6."))
        .map(version -> version.resolve("bin").resolve("python3.6"))
        .filter(Files::isExecutable)
        .toList();
  }

  private HarnessException noPython() {
    return new HarnessException(
        ("no Python 3.6 found, which BigchainDB %s needs (no later one will do): put python3.6 on"
                + " the PATH, install it with 'pyenv install 3.6.15', or name it by --set %s or $%s")
            .formatted(VERSION, OPTION, VARIABLE));
  }

  private void install(Path python, Deadline deadline) throws IOException, InterruptedException {
    progress.accept(
        "installing BigchainDB %s with %s in %s; this once it takes minutes"
            .formatted(VERSION, python, environment(cache)));
    // An environment can't be moved, so the rest of a broken attempt is removed first.
    Disk.remove(environment(cache));
    LogFile log = new LogFile(cache.resolve("bigchaindb-install.log"));
    Files.deleteIfExists(log.path());
    PrivateFiles.makeDirectory(environment(cache));
    run(List.of(python.toString(), "-m", "venv", environment(cache).toString()), log, deadline);
    for (String requirements : REQUIREMENTS) {
      pip(requirements, log, deadline);
    }
    Files.createFile(complete(cache));
  }

  private void pip(String requirements, LogFile log, Deadline deadline)
      throws IOException, InterruptedException {
    Path file = environment(cache).resolve("requirements.txt");
    Files.writeString(file, requirements);
    List<String> command = new ArrayList<>();
    command.add(environment(cache).resolve("bin").resolve("python").toString());
    command.addAll(List.of("-m", "pip", "install", "--no-input", "--require-hashes", "--no-deps"));
    // Or it would fetch what a package is built with, whatever its checksum.
    command.add("--no-build-isolation");
    command.addAll(List.of("-r", file.toString()));
    run(command, log, deadline);
  }

  private void run(List<String> command, LogFile log, Deadline deadline)
      throws InterruptedException {
    OptionalInt status =
        new LoggedCommand("the installation of BigchainDB", new ProcessBuilder(command), log)
            .run(deadline, "installing", progress);
    if (status.isEmpty()) {
      throw log.failure("BigchainDB was not installed in time", 0);
    }
    if (status.getAsInt() != 0) {
      throw log.failure("BigchainDB was not installed", 0);
    }
  }
}
