package io.hybridycsb.harness.bench.crash;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.CheckPage;
import io.hybridycsb.harness.check.CheckReport;
import io.hybridycsb.harness.check.CheckTexts;
import io.hybridycsb.harness.check.HistoryCheck;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the histories of a run's clients keep to what the system promises of single records. Rows
 * of scans must have been there before the answer, the least that a scan promises; they are left
 * out if nothing is promised of them.
 *
 * @param promised empty if the system promises no model with these settings
 * @param scansToo whether rows of scans must have been there
 */
public record PromiseCheck(
    String system, Optional<Model> promised, boolean scansToo, Limits limits, Progress progress) {
  /** The page of a check that has not found all whole, beside the histories. */
  public static final String PAGE = "history-check.html";

  /** What a history takes in memory, in bytes for each of its file's. */
  private static final int HEAP_PER_BYTE = 4;

  private static final int LISTED_MAX = 3;

  private static final Set<String> WITHOUT_SCANS = Set.of("insert", "read", "update", "delete");

  /**
   * The limits of a check.
   *
   * @param configurationsMax of the search on one record
   * @param perRecord the time of the search on one record
   * @param inAll the time of all searches
   * @param heapBytes what the histories may take in memory; the searches take as much
   */
  public record Limits(long configurationsMax, Duration perRecord, Duration inAll, long heapBytes) {
    public static final Limits DEFAULT =
        new Limits(
            1_000_000,
            Duration.ofSeconds(20),
            Duration.ofMinutes(3),
            Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * The check of what a system promises by default limits.
   *
   * @param options the cluster's
   * @param properties YCSB's
   */
  public static PromiseCheck of(
      SystemDescription system,
      Map<String, String> options,
      Map<String, String> properties,
      Progress progress) {
    return new PromiseCheck(
        system.name(),
        system.promisedModel(NetworkOptions.settings(system, options), properties),
        !system.data().answers().mixInstants(),
        Limits.DEFAULT,
        progress);
  }

  /**
   * The findings.
   *
   * @param warnings none if all is whole, or if nothing is promised
   * @param verdict for the end of a line
   */
  record Findings(SortedMap<String, Double> counters, List<RunWarning> warnings, String verdict) {}

  /** Whether a read may show an older state than one that an answer has shown before. */
  boolean allowsOldReads() {
    return !promised.equals(Optional.of(Model.LINEARIZABLE));
  }

  /**
   * Checks the histories of all processes that have written or read the records.
   *
   * @param directory for the page, unless all is whole
   */
  Findings of(List<Path> histories, Path directory) {
    if (promised.isEmpty()) {
      return new Findings(new TreeMap<>(), List.of(), "nothing else is promised");
    }
    long bytes = histories.stream().mapToLong(Disk::size).sum();
    long heapBytes = bytes * HEAP_PER_BYTE;
    if (heapBytes > limits.heapBytes()) {
      return unchecked(
          "they have %,d MB, which takes about %,d MB of memory, and %,d MB are free for them; give"
                  .formatted(bytes >> 20, heapBytes >> 20, limits.heapBytes() >> 20)
              + " a larger heap, as in JAVA_TOOL_OPTIONS=-Xmx8g");
    }
    try {
      return check(RunHistory.of(histories.stream().map(this::read).toList()), directory);
    } catch (UsageException e) {
      return unchecked(e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      // The searches' threads wrap what ends them. Lost writes are known all the same.
      return unchecked("the check failed: " + e);
    }
  }

  private HistoryFile read(Path file) {
    return HistoryFile.read(file, scansToo ? HistoryFile.OPS : WITHOUT_SCANS, lines -> {});
  }

  private Findings unchecked(String why) {
    return new Findings(
        new TreeMap<>(), List.of(Kind.UNCHECKED_PROMISE.of(system, why)), "not checked");
  }

  private Findings check(RunHistory history, Path directory) {
    Model model = promised.orElseThrow();
    progress.say(
        "checking the histories of %,d operations: are the records %s?"
            .formatted(history.calls().size(), model.title()));
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    LinearizabilityChecker checker =
        new LinearizabilityChecker(
            limits.configurationsMax(), limits.perRecord(), limits.inAll(), threads);
    CheckReport report =
        new HistoryCheck(checker, model, ScanModel.COMMITTED, false, threads, (done, all) -> {})
            .run(history);
    Optional<String> provesNothing = CheckTexts.provesNothing(history, ScanModel.COMMITTED);
    if (report.status() != Status.VIOLATED && provesNothing.isPresent()) {
      return unchecked(provesNothing.get());
    }
    if (report.status() != Status.HOLDS) {
      write(directory.resolve(PAGE), CheckPage.html(report, history));
    }
    return findings(report);
  }

  private Findings findings(CheckReport report) {
    SortedMap<String, Double> counters = new TreeMap<>();
    counters.put(Counters.BROKEN, (double) report.found().violated().size());
    counters.put(Counters.UNDECIDED, (double) report.found().undecided().size());
    String model = report.model().title();
    int violated = report.found().violated().size();
    int undecided = report.found().undecided().size();
    return switch (report.status()) {
      case HOLDS ->
          new Findings(
              counters, List.of(), "%s: all %,d records".formatted(model, report.records()));
      case VIOLATED ->
          new Findings(
              counters,
              List.of(
                  Kind.BROKEN_PROMISE.of(
                      system,
                      model,
                      violated,
                      report.records(),
                      listed(report.found().violated()))),
              "NOT %s: %,d of %,d records".formatted(model, violated, report.records()));
      case UNDECIDED ->
          new Findings(
              counters,
              List.of(Kind.UNDECIDED_PROMISE.of(system, model, undecided, report.records())),
              "undecided whether %s: %,d of %,d records"
                  .formatted(model, undecided, report.records()));
    };
  }

  private static String listed(List<String> records) {
    return records.stream().limit(LISTED_MAX).collect(Collectors.joining(", "))
        + (records.size() > LISTED_MAX ? ", …" : "");
  }

  /** What was found counts without its page, too. */
  private void write(Path page, String html) {
    try {
      Files.writeString(page, html);
    } catch (IOException e) {
      progress.say("warning: cannot write " + page + ": " + e);
    }
  }
}
