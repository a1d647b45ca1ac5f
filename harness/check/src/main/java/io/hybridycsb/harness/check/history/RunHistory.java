package io.hybridycsb.harness.check.history;

import io.hybridycsb.harness.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The histories of the client processes of one or several runs, combined. */
public final class RunHistory {
  /**
   * Statuses of inserts before which a record wasn't there; another one may have told that it was.
   */
  private static final Set<String> INSERTED = Set.of("OK", "UNKNOWN", "BATCHED_OK");

  private final List<HistoryFile> files;
  private final List<RecordedCall> calls = new ArrayList<>();
  private final Map<ScanModel, ScannedRows> scanned = new EnumMap<>(ScanModel.class);

  private RunHistory(List<HistoryFile> files) {
    this.files = files;
    files.forEach(file -> calls.addAll(file.calls()));
    calls.sort(Comparator.comparingLong(RecordedCall::invokedNs));
  }

  /**
   * @throws UsageException if two are of one process, or of machines with different clocks
   */
  public static RunHistory of(List<HistoryFile> files) {
    Map<String, HistoryFile> byProcess = new HashMap<>();
    List<HistoryFile> told = files.stream().filter(file -> !file.isEmpty()).toList();
    for (HistoryFile file : told) {
      HistoryFile first = told.get(0);
      HistoryFile same = byProcess.put(file.head().process(), file);
      if (same != null) {
        throw new UsageException(
            "%s and %s are of the same process; give each history once"
                .formatted(same.file(), file.file()));
      }
      if (!file.head().machine().equals(first.head().machine())) {
        throw new UsageException(
            "%s and %s are of two machines, or from before and after a restart of one: "
                    .formatted(first.file(), file.file())
                + "their times can't be compared");
      }
    }
    return new RunHistory(files);
  }

  public List<HistoryFile> files() {
    return files;
  }

  /**
   * How far the files' wall clocks would be apart, in milliseconds, if their monotonic clock is one
   * and the same; 0 if fewer than two files tell.
   */
  public long wallClocksApartMs() {
    LongSummaryStatistics wallClockAtZero =
        files.stream()
            .filter(file -> file.head().wallClockMs().isPresent())
            .mapToLong(
                file -> file.head().wallClockMs().getAsLong() - file.head().begunNs() / 1_000_000)
            .summaryStatistics();
    return wallClockAtZero.getCount() == 0
        ? 0
        : wallClockAtZero.getMax() - wallClockAtZero.getMin();
  }

  /** The threads of clients that were killed, or still run. */
  public KilledThreads killedThreads() {
    return KilledThreads.of(files);
  }

  /** All calls, in the order of their begin. */
  public List<RecordedCall> calls() {
    return calls;
  }

  /** All transactions, file by file. */
  public List<RecordedTransaction> transactions() {
    return files.stream().flatMap(file -> file.transactions().stream()).toList();
  }

  /**
   * The transactions whose writes may be deletes though they have no mark: those of files that
   * don't say that they mark them, unless any file has a mark.
   */
  public List<RecordedTransaction> withoutMarks() {
    boolean anyMark =
        files.stream()
            .flatMap(file -> file.transactions().stream())
            .flatMap(one -> one.writes().stream())
            .anyMatch(RecordedTransaction.Version::isDeleted);
    return anyMark
        ? List.of()
        : files.stream()
            .filter(file -> !file.head().marksDeletes())
            .flatMap(file -> file.transactions().stream())
            .toList();
  }

  /**
   * What scans tell of records.
   *
   * @throws UsageException if they have found too much
   */
  public synchronized ScannedRows scanned(ScanModel scans) {
    return scanned.computeIfAbsent(scans, model -> new ScannedRows(calls, model));
  }

  /** The recorded operations on each record, by table and key; includes the rows of scans. */
  public Map<String, List<Operation>> operations(ScanModel scans) {
    Map<String, List<Operation>> byKey = new TreeMap<>();
    for (RecordedCall call : calls) {
      call.operation()
          .ifPresent(
              operation ->
                  byKey.computeIfAbsent(call.register(), k -> new ArrayList<>()).add(operation));
    }
    for (ScannedRows.Scanned scan : scanned(scans).scans()) {
      scan.operations()
          .forEach(row -> byKey.computeIfAbsent(row.key(), k -> new ArrayList<>()).add(row));
    }
    return byKey;
  }

  /** The writes on each record that have had no effect. */
  public Map<String, List<Operation>> withoutEffect() {
    return calls.stream()
        .filter(RecordedCall::isWithoutEffect)
        .collect(
            Collectors.groupingBy(
                RecordedCall::register,
                Collectors.mapping(RecordedCall::write, Collectors.toList())));
  }

  /**
   * The last recorded write of each killed thread that had recorded no other call after it, by
   * record: the thread may have been about to repeat it.
   */
  public Map<String, List<Operation>> repeatable() {
    Map<String, RecordedCall> last = new TreeMap<>();
    files.stream()
        .filter(file -> !file.isWhole())
        .flatMap(file -> file.calls().stream())
        .forEach(
            call ->
                last.merge(
                    call.client(),
                    call,
                    (one, other) -> other.completedNs() < one.completedNs() ? one : other));
    return last.values().stream()
        .filter(RecordedCall::isWrite)
        .collect(
            Collectors.groupingBy(
                RecordedCall::register,
                Collectors.mapping(RecordedCall::repeat, Collectors.toList())));
  }

  /** How many writes no read can tell from earlier ones. */
  public RepeatedValues repeatedValues() {
    return RepeatedValues.of(calls);
  }

  /** Whether any answer tells something of a record; without one, every order explains the rest. */
  public boolean tellsAnything(ScanModel scans) {
    ScannedRows rows = scanned(scans);
    return rows.rows() + rows.absences() > 0
        || calls.stream()
            .flatMap(call -> call.operation().stream())
            .anyMatch(operation -> operation.found() != null);
  }

  /**
   * The records that count as absent at first: an insert has taken effect, or may have, and nobody
   * had found the record before. A call that was OK and that began before the insert's answer
   * counts as finding it, except for inserts.
   */
  public Set<String> inserted() {
    Map<String, Long> insertedNs = new HashMap<>();
    Map<String, Long> foundNs = new HashMap<>();
    for (RecordedCall call : calls) {
      boolean isInsert = call.op().equals("insert");
      if (isInsert && INSERTED.contains(call.status())) {
        insertedNs.merge(call.register(), call.completedNs(), Math::min);
      } else if (call.scan() != null) {
        call.scan()
            .rows()
            .forEach(row -> foundNs.merge(call.row(row).register(), call.invokedNs(), Math::min));
      } else if (!isInsert && call.status().equals("OK")) {
        foundNs.merge(call.register(), call.invokedNs(), Math::min);
      }
    }
    insertedNs
        .entrySet()
        .removeIf(
            insert -> foundNs.getOrDefault(insert.getKey(), Operation.NEVER) < insert.getValue());
    return insertedNs.keySet();
  }
}
