package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.crash.PromiseCheck;
import io.hybridycsb.harness.bench.steady.Snapshot;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
   * One that was kept.
   *
   * @param bytes of all its files
   * @param why it is kept
   */
  record Kept(Path directory, long bytes, String why) {
    String inWords() {
      return "the earlier run that failed (%s) is kept, with %,d kB of files: %s"
          .formatted(why, (bytes + 1023) >> 10, directory);
    }
  }

  /**
   * Empties the place of a run: what is there is kept if it may be evidence against the system, and
   * else removed.
   *
   * @throws UsageException if so many are kept that there have to be fewer first
   */
  static Optional<Kept> clear(Path directory) throws IOException {
    Optional<String> why = whyKept(directory);
    if (why.isEmpty()) {
      remove(directory, List.of());
      return Optional.empty();
    }
    Path kept = free(directory);
    try {
      Files.move(directory, kept);
      Path file = kept.resolve(RunResult.FILE);
      if (Files.exists(file) && !isReadable(file)) {
        // Whoever reads the other results would stop at it.
        Files.move(file, kept.resolve(UNREADABLE));
      }
    } catch (IOException e) {
      throw new HarnessException(
          "the earlier run %s failed (%s) and cannot be kept as %s: %s"
              .formatted(directory, why.get(), kept, e),
          e);
    }
    return Optional.of(new Kept(kept, bytes(kept), why.get()));
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
  static List<Path> runsBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> MARKS.contains(file.getFileName().toString()))
          .map(Path::getParent)
          .filter(run -> !isKept(run))
          .distinct()
          .sorted()
          .toList();
    }
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
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(KeptFailures::isKept).filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new HarnessException("cannot read " + directory + ": " + e.getMessage(), e);
    }
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
  static void remove(Path directory, List<Path> kept) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> entries = Files.walk(directory)) {
        for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
          if (kept.stream().noneMatch(one -> entry.startsWith(one) || one.startsWith(entry))) {
            Files.delete(entry);
          }
        }
      }
    }
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(KeptFailures::size).sum();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
