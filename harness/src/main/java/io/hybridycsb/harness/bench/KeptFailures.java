package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
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
import java.util.stream.Stream;

/**
 * Runs that failed for correctness, which stay results when they are done again: the directory
 * {@code REPEAT} becomes {@code REPEAT.failed-K}, where K counts from 1.
 */
final class KeptFailures {
  /** Of one repeat; each has its raw files, so somebody has to look at them. */
  private static final int MAX = 100;

  private KeptFailures() {}

  /**
   * One that was kept.
   *
   * @param bytes of all its files
   */
  record Kept(Path directory, long bytes, RunResult result) {
    String inWords() {
      return "the earlier run that failed (%s) is kept, with %,d kB of files: %s"
          .formatted(result.failure(), (bytes + 1023) >> 10, directory);
    }
  }

  /**
   * Empties the place of a run: what is there is kept if it failed for correctness, and else
   * removed.
   *
   * @throws UsageException if so many are kept that there have to be fewer first
   */
  static Optional<Kept> clear(Path directory) throws IOException {
    Path file = directory.resolve(RunResult.FILE);
    Optional<RunResult> incorrect =
        Files.exists(file) ? read(file).filter(RunResult::incorrect) : Optional.empty();
    if (incorrect.isEmpty()) {
      remove(directory, List.of());
      return Optional.empty();
    }
    Path kept = free(directory);
    Files.move(directory, kept);
    return Optional.of(new Kept(kept, bytes(kept), incorrect.get()));
  }

  /** Empty if another release wrote it, or if it is damaged. */
  private static Optional<RunResult> read(Path file) {
    try {
      return Optional.of(RunFiles.read(file));
    } catch (HarnessException e) {
      return Optional.empty();
    }
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
    return Files.exists(directory)
        ? RunFiles.below(directory).stream()
            .filter(RunFiles::isEarlierFailure)
            .map(Path::getParent)
            .toList()
        : List.of();
  }

  /** Names those below a directory, a line each. */
  static List<String> named(Path directory) {
    return below(directory).stream()
        .map(
            kept -> {
              RunResult result = RunFiles.read(kept.resolve(RunResult.FILE));
              return "%s %s %s, repeat %d: %s (%s)"
                  .formatted(
                      result.identity().experiment(),
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
          "earlier runs that failed for correctness, and were done again since: %d"
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
