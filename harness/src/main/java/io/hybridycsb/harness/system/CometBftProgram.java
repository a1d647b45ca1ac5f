package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a cometbft of the series 0.38: the one named by the user, the PATH's, or one in the user's
 * cache, where it is built once.
 */
final class CometBftProgram {
  static final String OPTION = "cometbft.program";
  static final String VARIABLE = "COMETBFT";

  /** What is built where there is none. */
  private static final String BUILT_VERSION = "0.38.26";

  private static final String SERIES = "0.38";
  private static final Pattern OF_SERIES = Pattern.compile("v?0\\.38\\.[0-9]+.*", Pattern.DOTALL);
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(15);
  private static final long PROGRESS_SECONDS = 15;
  private static final int LINES_SHOWN = 8;

  private final Map<String, String> environment;
  private final Function<String, Optional<Path>> onPath;
  private final Path cache;
  private final Consumer<String> progress;

  CometBftProgram(
      Map<String, String> environment,
      Function<String, Optional<Path>> onPath,
      Path cache,
      Consumer<String> progress) {
    this.environment = environment;
    this.onPath = onPath;
    this.cache = cache;
    this.progress = progress;
  }

  static CometBftProgram ofThisMachine(Consumer<String> progress) {
    return new CometBftProgram(
        System.getenv(), ProcessLauncher::onPath, Programs.cache(), progress);
  }

  /**
   * The program's path.
   *
   * @param option the path that the user set, or empty
   */
  Path find(String option) {
    if (!option.isEmpty()) {
      return named(Path.of(option), "the option " + OPTION);
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return named(Path.of(variable), "the environment variable " + VARIABLE);
    }
    Optional<Path> installed = onPath.apply("cometbft");
    if (installed.isPresent()) {
      if (isOfSeries(installed.get())) {
        return installed.get();
      }
      progress.accept(
          "%s is CometBFT %s, not %s: not used"
              .formatted(installed.get(), versionOf(installed.get()), SERIES));
    }
    return cached();
  }

  private static Path named(Path program, String source) {
    Path found = Programs.executable(program, source);
    if (!isOfSeries(found)) {
      throw new HarnessException(
          "%s names %s, which says that it is '%s'; CometBFT %s is expected"
              .formatted(source, program, versionOf(found), SERIES));
    }
    return found;
  }

  private static boolean isOfSeries(Path program) {
    return OF_SERIES.matcher(versionOf(program)).matches();
  }

  /** What the program says of itself: {@code 0.38.26}. */
  static String versionOf(Path program) {
    return Programs.output(program, "version").lines().findFirst().orElse("").strip();
  }

  private Path cached() {
    Path program = cache.resolve("bin").resolve("cometbft");
    if (Files.isExecutable(program) && isOfSeries(program)) {
      return program;
    }
    Path go =
        onPath
            .apply("go")
            .orElseThrow(
                () ->
                    new HarnessException(
                        ("no cometbft found, and no go to build it with: install Go 1.22 or newer,"
                                + " or put cometbft %s on the PATH (or name it by %s)")
                            .formatted(SERIES, VARIABLE)));
    Deadline deadline = Deadline.after(BUILD_TIMEOUT);
    try (LockFile lock =
        LockFile.take(
            cache.resolve("cometbft.lock"),
            deadline,
            "another hybrid command is still building cometbft in " + cache)) {
      // Another command may have built it while this one waited.
      if (!Files.isExecutable(program) || !isOfSeries(program)) {
        build(go, program, deadline);
      }
      return program;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while cometbft was being built", e);
    } catch (IOException e) {
      throw new HarnessException("cannot build cometbft: " + e.getMessage(), e);
    }
  }

  private void build(Path go, Path program, Deadline deadline)
      throws IOException, InterruptedException {
    progress.accept(
        "building CometBFT %s in %s; this once it takes minutes".formatted(BUILT_VERSION, cache));
    Path directory = Files.createTempDirectory(cache, "cometbft-build");
    try {
      LogFile log = new LogFile(cache.resolve("cometbft-build.log"));
      ProcessBuilder builder =
          new ProcessBuilder(
              go.toString(),
              "install",
              "github.com/cometbft/cometbft/cmd/cometbft@v" + BUILT_VERSION);
      builder.environment().put("GOBIN", directory.toString());
      // It needs none of C, and a compiler may be missing.
      builder.environment().put("CGO_ENABLED", "0");
      Process process =
          builder
              .directory(directory.toFile())
              .redirectInput(ProcessLauncher.NO_INPUT)
              .redirectErrorStream(true)
              .redirectOutput(log.path().toFile())
              .start();
      try {
        awaitEnd(process, log, deadline);
      } finally {
        process.destroyForcibly();
      }
      Files.createDirectories(program.getParent());
      // Only a complete file gets the final name.
      Files.move(
          directory.resolve("cometbft"),
          program,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      remove(directory);
    }
  }

  private void awaitEnd(Process process, LogFile log, Deadline deadline)
      throws InterruptedException {
    long begun = System.nanoTime();
    while (!process.waitFor(PROGRESS_SECONDS, TimeUnit.SECONDS)) {
      if (deadline.passed()) {
        throw failure("was not built in time", log);
      }
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
      progress.accept("  still building, after %d s".formatted(seconds));
    }
    if (process.exitValue() != 0) {
      throw failure("was not built: go exited with status " + process.exitValue(), log);
    }
  }

  private static HarnessException failure(String what, LogFile log) {
    StringBuilder message = new StringBuilder("cometbft " + what);
    message.append("; the end of ").append(log.path()).append(':');
    log.lastLines(LINES_SHOWN, 0).forEach(line -> message.append("\n    ").append(line));
    return new HarnessException(message.toString());
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> entries = Files.walk(directory)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    }
  }
}
