package io.hybridycsb.harness.check.history;

import io.hybridycsb.harness.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The histories of the client processes of one or several runs, combined. */
public final class RunHistory {
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
    for (HistoryFile file : files) {
      HistoryFile first = files.get(0);
      HistoryFile same = byProcess.put(file.process(), file);
      if (same != null) {
        throw new UsageException(
            "%s and %s are of the same process; give each history once"
                .formatted(same.file(), file.file()));
      }
      if (!file.machine().equals(first.machine())) {
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
   * What scans tell of records.
   *
   * @throws UsageException if they have found too much
   */
  public synchronized ScannedRows scanned(ScanModel scans) {
    return scanned.computeIfAbsent(scans, model -> new ScannedRows(calls, model));
  }

  /**
   * The operations on each record, by table and key; includes the rows of scans, and unrecorded
   * operations of killed clients.
   */
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
    Map<String, List<Operation>> withoutEffect = withoutEffect();
    files.stream()
        .filter(file -> !file.isWhole())
        .min(Comparator.comparingLong(HistoryFile::begunNs))
        .ifPresent(
            file ->
                byKey.forEach(
                    (key, operations) ->
                        addUnrecorded(
                            file, operations, withoutEffect.getOrDefault(key, List.of()))));
    return byKey;
  }

  /** The writes on each record that have had no effect. */
  public Map<String, List<Operation>> withoutEffect() {
    Map<String, List<Operation>> byKey = new HashMap<>();
    for (RecordedCall call : calls) {
      if (call.isWithoutEffect()) {
        byKey.computeIfAbsent(call.register(), k -> new ArrayList<>()).add(call.write());
      }
    }
    return byKey;
  }

  /** How many writes no read can tell from earlier ones. */
  public RepeatedValues repeatedValues() {
    return RepeatedValues.of(calls);
  }

  /** Whether any read was answered; without one, every order explains the writes. */
  public boolean tellsAnything() {
    return calls.stream()
        .anyMatch(
            call ->
                call.operation().filter(operation -> operation.found() != null).isPresent()
                    || (call.scan() != null && !call.scan().rows().isEmpty()));
  }

  /** The records that a client tried to insert; they were absent at first. */
  public Set<String> inserted() {
    Set<String> inserted = new HashSet<>();
    calls.stream()
        .filter(call -> call.op().equals("insert"))
        .forEach(call -> inserted.add(call.register()));
    return inserted;
  }

  /**
   * A killed client has not recorded its last calls. A value that was read but is in no recorded
   * write may come from one of them, so this adds a write of unknown outcome.
   */
  private static void addUnrecorded(
      HistoryFile file, List<Operation> operations, List<Operation> withoutEffect) {
    Set<Map.Entry<String, String>> known = new HashSet<>();
    for (List<Operation> all : List.of(operations, withoutEffect)) {
      all.stream()
          .filter(operation -> operation.written() != null)
          .forEach(operation -> known.addAll(operation.written().fields().entrySet()));
    }
    List<Operation> unrecorded = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation.found() != null) {
        for (Map.Entry<String, String> field : operation.found().fields().entrySet()) {
          if (known.add(field)) {
            unrecorded.add(
                Operation.merge(
                    file.process() + "/?",
                    operation.key(),
                    Contents.of(Map.of(field.getKey(), field.getValue())),
                    file.begunNs(),
                    Operation.NEVER));
          }
        }
      }
    }
    operations.addAll(unrecorded);
  }
}
