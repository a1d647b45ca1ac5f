package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.crash.PromiseCheck;
import io.hybridycsb.harness.bench.steady.Snapshot;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs that stay results when they are done again, since they may be evidence against a system: the
 * directory {@code REPEAT} becomes {@code REPEAT.failed-K}, where K counts from 1. They failed for
 * correctness, or a server ended by itself, or nobody can read why they failed.
 */
final class KeptFailures {
  /** Of one repeat; each has its raw files, so somebody has to look at them. */
  private static final int MAX = 100;

  private static final String UNREADABLE = RunResult.FILE + ".unreadable";

  /** The names of files of which each run that tells anything has one. */
  private static final Set<String> MARKS = Set.of(RunResult.FILE, PromiseCheck.PAGE);

  private KeptFailures() {}

  /**
   * Empties the place of a run: what is there is kept if it may be evidence against the system, and
   * else removed.
   *
   * @return what is kept, in words; empty if nothing is
   * @throws UsageException if so many are kept that there have to be fewer first
   */
  static Optional<String> clear(Path directory) {
    Optional<String> why = whyKept(directory);
    if (why.isEmpty()) {
      remove(directory, List.of());
      return Optional.empty();
    }
    Path kept = free(directory);
    String what = "keep the earlier run %s, which failed (%s)".formatted(directory, why.get());
    Attempt.to(what, () -> Files.move(directory, kept));
    Path file = kept.resolve(RunResult.FILE);
    if (Files.exists(file) && !isReadable(file)) {
      // Whoever reads the other results would stop at it.
      Attempt.to(what, () -> Files.move(file, kept.resolve(UNREADABLE)));
    }
    return Optional.of(
        "the earlier run that failed (%s) is kept, with %,d kB of files: %s"
            .formatted(why.get(), (bytes(kept) + 1023) >> 10, kept));
  }

  /** Empty if nothing there tells anything of the system. */
  private static Optional<String> whyKept(Path directory) {
    Path file = directory.resolve(RunResult.FILE);
    if (!Files.exists(file)) {
      return Files.exists(directory.resolve(PromiseCheck.PAGE))
          ? Optional.of("it was interrupted after a check that had found something")
          : Optional.empty();
    }
    try {
      if (isReadable(file)) {
        RunResult result = RunFiles.read(file);
        return result.incorrect() || result.failure().endsWith(Snapshot.ENDED)
            ? Optional.of(result.failure())
            : Optional.empty();
      }
      return RunFiles.possiblyIncorrect(file);
    } catch (HarnessException e) {
      return Optional.of("nobody knows why, as its result can't be read");
    }
  }

  /** Not if another release wrote it, or if it is damaged. */
  private static boolean isReadable(Path file) {
    try {
      RunFiles.read(file);
      return true;
    } catch (HarnessException e) {
      return false;
    }
  }

  /** The directories of runs that are not kept yet, with a result or a check's page. */
  static List<Path> runsBelow(Path directory) {
    return Disk.walk(directory).stream()
        .filter(file -> MARKS.contains(file.getFileName().toString()))
        .map(Path::getParent)
        .filter(run -> !isKept(run))
        .distinct()
        .toList();
  }

  private static boolean isKept(Path run) {
    return RunFiles.isEarlierFailure(run.resolve(RunResult.FILE));
  }

  private static Path free(Path directory) {
    for (int k = 1; k <= MAX; k++) {
      Path candidate = RunFiles.earlierFailure(directory, k);
      if (!Files.exists(candidate)) {
        return candidate;
      }
    }
    throw new UsageException(
        "%d runs of %s have failed for correctness and are kept beside it: look at them, and move"
                .formatted(MAX, directory)
            + " or remove some before it is done again");
  }

  /** Those below a directory, in the order of their names. */
  static List<Path> below(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    return Disk.walk(directory).stream()
        .filter(KeptFailures::isKept)
        .filter(Files::isDirectory)
        .toList();
  }

  /** Names those below a directory, a line each. */
  static List<String> named(Path directory) {
    return below(directory).stream()
        .map(
            kept -> {
              Path file = kept.resolve(RunResult.FILE);
              if (!Files.exists(file)) {
                return "a run without a result that can be read (%s)".formatted(kept);
              }
              RunResult result = RunFiles.read(file);
              return "%s %s %s, repeat %d: %s (%s)"
                  .formatted(
                      result.identity().subject().experiment(),
                      result.identity().system(),
                      kept.getParent().getFileName(),
                      result.identity().repeat(),
                      result.failure(),
                      kept);
            })
        .toList();
  }

  /** Tells of them: a run that succeeds doesn't undo one that found the system wrong. */
  static void tell(Collection<String> named, Progress progress) {
    if (!named.isEmpty()) {
      progress.say(
          "earlier runs that may be evidence against a system, and were done again since: %d"
              .formatted(named.size()));
      named.forEach(line -> progress.say("  " + line));
    }
  }

  /** Removes all that isn't in one of these directories, nor leads to one. */
  static void remove(Path directory, List<Path> kept) {
    if (Files.exists(directory)) {
      Disk.walk(directory).stream()
          .filter(
              entry ->
                  kept.stream().noneMatch(one -> entry.startsWith(one) || one.startsWith(entry)))
          .forEach(Disk::remove);
    }
  }

  private static long bytes(Path directory) {
    return Disk.walk(directory).stream().filter(Files::isRegularFile).mapToLong(Disk::size).sum();
  }
}
