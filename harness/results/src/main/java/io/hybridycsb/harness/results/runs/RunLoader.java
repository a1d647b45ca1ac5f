package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.results.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The runs that a report is about.
 *
 * @param unread a line for each unreadable file, with the reason
 */
public record RunLoader(List<MeasuredRun> runs, List<String> unread) {
  /**
   * Reads every run at or below these paths, each once.
   *
   * @throws UsageException if a path doesn't exist, or there is no run at all
   */
  public static RunLoader load(List<Path> paths) {
    Set<Path> files = new LinkedHashSet<>();
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new UsageException("no results: there is no " + path);
      }
      RunFiles.below(path)
          .forEach(file -> files.add(Attempt.get("read " + file, () -> file.toRealPath())));
    }
    List<MeasuredRun> runs = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (Path file : files) {
      try {
        runs.add(new MeasuredRun(RunFiles.read(file), file));
      } catch (HarnessException e) {
        unread.add(e.getMessage());
      }
    }
    if (runs.isEmpty()) {
      throw new UsageException(
          unread.isEmpty()
              ? "no results: there is no run.json at or below " + paths.get(0)
              : unread.get(0));
    }
    return new RunLoader(runs, unread);
  }
}
