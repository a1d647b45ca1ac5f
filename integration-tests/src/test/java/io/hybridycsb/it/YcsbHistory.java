package io.hybridycsb.it;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.CheckReport;
import io.hybridycsb.harness.check.CheckTexts;
import io.hybridycsb.harness.check.HistoryCheck;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What YCSB's operations answered, read from files of {@code hybrid.history}. */
public final class YcsbHistory {
  /** What operations may answer while processes die: never that nobody knows what went wrong. */
  static final Set<String> HONEST_STATUSES =
      Set.of("OK", "ABORTED", "UNKNOWN", "NOT_FOUND", "SERVICE_UNAVAILABLE");

  private final List<HistoryFile> files;
  private final List<RecordedCall> calls = new ArrayList<>();

  private YcsbHistory(List<HistoryFile> files) {
    this.files = files;
    files.forEach(file -> calls.addAll(file.calls()));
  }

  /** Reads files as far as they are written. */
  public static YcsbHistory of(List<Path> files) {
    return new YcsbHistory(
        files.stream().filter(YcsbHistory::hasBegun).map(HistoryFile::read).toList());
  }

  /** A client makes the file a while before it writes the first lines. */
  private static boolean hasBegun(Path file) {
    try {
      return Files.exists(file) && Files.size(file) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many writes, and transactions that write, have been acknowledged that began after this. */
  long commitsSince(long sinceNs) {
    long writes =
        calls.stream().filter(call -> call.isCommitted() && call.invokedNs() > sinceNs).count();
    long transactions =
        files.stream()
            .flatMap(file -> file.transactions().stream())
            .filter(one -> one.isCommitted() && !one.writes().isEmpty())
            .filter(one -> one.invokedNs() > sinceNs)
            .count();
    return writes + transactions;
  }

  /** Whether any operation or transaction has been answered. */
  boolean hasCalls() {
    return files.stream().anyMatch(f -> !f.calls().isEmpty() || !f.transactions().isEmpty());
  }

  /** How many records were inserted, or may have been. */
  long inserts() {
    return calls.stream().filter(call -> call.op().equals("insert")).count();
  }

  /** What operations have answered. */
  Set<String> statuses() {
    return calls.stream().map(RecordedCall::status).collect(toCollection(TreeSet::new));
  }

  /** One field's part of a call. */
  private record FieldCall(RecordedCall call, String value) {
    boolean mayEndAfter(long instantNs) {
      return call.isUnknown() || call.completedNs() >= instantNs;
    }
  }

  /**
   * Compares the last reads with the writes: a line for each register whose value no possibly last
   * write has written. A write is possibly the last unless another, which began after its end, was
   * acknowledged.
   */
  List<String> lostWrites() {
    Map<String, List<FieldCall>> writes = new TreeMap<>();
    for (RecordedCall call : calls) {
      if (call.isWrite() && !call.isWithoutEffect()) {
        call.fields()
            .forEach(
                (field, value) ->
                    writes
                        .computeIfAbsent(register(call, field), unused -> new ArrayList<>())
                        .add(new FieldCall(call, value)));
      }
    }
    Set<String> fields = fields();
    Map<String, FieldCall> lastReads = new HashMap<>();
    for (RecordedCall call : calls) {
      if (isAnsweredRead(call)) {
        for (String field : fields) {
          lastReads.merge(
              register(call, field),
              new FieldCall(call, call.fields().get(field)),
              (one, other) -> one.call().invokedNs() > other.call().invokedNs() ? one : other);
        }
      }
    }
    List<String> lost = new ArrayList<>();
    writes.forEach((name, all) -> addIfLost(name, all, lastReads.get(name), lost));
    return lost;
  }

  /** Whether the last read of every record told what is there. */
  boolean isReadToTheEnd() {
    Map<String, RecordedCall> last = new HashMap<>();
    calls.stream()
        .filter(call -> call.op().equals("read"))
        .forEach(
            call ->
                last.merge(
                    call.record().key(),
                    call,
                    (one, other) -> one.invokedNs() > other.invokedNs() ? one : other));
    return last.values().stream().allMatch(YcsbHistory::isAnsweredRead);
  }

  private static boolean isAnsweredRead(RecordedCall call) {
    return call.op().equals("read") && Set.of("OK", "NOT_FOUND").contains(call.status());
  }

  private static String register(RecordedCall call, String field) {
    return call.record().key() + "." + field;
  }

  private Set<String> fields() {
    return calls.stream().flatMap(call -> call.fields().keySet().stream()).collect(toSet());
  }

  private static void addIfLost(
      String name, List<FieldCall> writes, FieldCall read, List<String> lost) {
    long lastBegun =
        writes.stream()
            .filter(write -> write.call().isCommitted())
            .mapToLong(write -> write.call().invokedNs())
            .max()
            .orElse(Long.MIN_VALUE);
    if (read == null) {
      lost.add(name + " was written, but nobody has read it at the end");
    } else if (read.value() == null) {
      if (lastBegun != Long.MIN_VALUE) {
        lost.add(name + " is absent");
      }
    } else if (writes.stream()
        .noneMatch(w -> w.value().equals(read.value()) && w.mayEndAfter(lastBegun))) {
      lost.add("%s is %s, which is not of the last writes".formatted(name, read.value()));
    }
  }

  /**
   * A checker that gives up on a key by its configurations, not by the time that a machine needs.
   */
  static LinearizabilityChecker checker() {
    return new LinearizabilityChecker(1_000_000, Duration.ofMinutes(10));
  }

  /**
   * Record by record, so that an update that brings an old field back is seen, too. Fails as well
   * if these calls could not have failed.
   */
  void requireLinearizable() {
    requireThatItIs(Model.LINEARIZABLE);
  }

  /** The same for another model. */
  public void requireThatItIs(Model model) {
    RunHistory history = RunHistory.of(files);
    assertThat(CheckTexts.provesNothing(history, ScanModel.COMMITTED))
        .as("why the check could not fail")
        .isEmpty();
    CheckReport report =
        new HistoryCheck(checker(), model, ScanModel.COMMITTED, true, 1, (done, all) -> {})
            .run(history);
    assertThat(report.status())
        .as("%s: %s, %s", model, CheckTexts.verdict(report), report.found().counterexamples())
        .isEqualTo(Verdict.Status.HOLDS);
  }
}
