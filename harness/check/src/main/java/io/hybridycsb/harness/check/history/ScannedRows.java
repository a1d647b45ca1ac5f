package io.hybridycsb.harness.check.history;

import io.hybridycsb.harness.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What scans tell of single records. A row was there; a record of the scanned range that has no row
 * was absent. Where rows need only be committed, absences don't count. A range ends at the last row
 * if the scan has found as many as it asked for, or if that isn't known; otherwise at the table's
 * end. Only records that the history knows can be missed.
 *
 * <p>The rows of a scan rise in the order of their keys' bytes, from its start key on. In a table
 * where any scan differs, absences don't count: it isn't known which range was scanned.
 */
public final class ScannedRows {
  /** Each takes some 400 bytes while it is checked. */
  private static final long ROWS_MAX = 5_000_000;

  private final ScanModel model;
  private final List<Scanned> scans = new ArrayList<>();
  private final Set<String> unordered;
  private long rows;
  private long absences;

  /**
   * A scan that was answered.
   *
   * @param operations of its rows, and of what it has not found
   */
  public record Scanned(RecordedCall call, List<Operation> operations) {}

  /**
   * @throws UsageException if there are too many rows
   */
  ScannedRows(List<RecordedCall> calls, ScanModel model) {
    this.model = model;
    List<RecordedCall> answered = calls.stream().filter(call -> call.scan() != null).toList();
    unordered =
        answered.stream()
            .filter(call -> !isOrdered(call))
            .map(call -> call.record().table())
            .collect(Collectors.toCollection(TreeSet::new));
    Map<String, NavigableSet<String>> keys =
        model == ScanModel.COMMITTED ? Map.of() : keysOf(calls);
    answered.forEach(call -> add(call, keys));
  }

  private static boolean isOrdered(RecordedCall scan) {
    String last = null;
    for (RecordedScan.Row row : scan.scan().rows()) {
      int order = RecordedScan.ORDER.compare(row.key(), last == null ? scan.record().key() : last);
      if (order < 0 || (order == 0 && last != null)) {
        return false;
      }
      last = row.key();
    }
    return true;
  }

  /** The keys that occur, by table. */
  private static Map<String, NavigableSet<String>> keysOf(List<RecordedCall> calls) {
    Map<String, NavigableSet<String>> keys = new HashMap<>();
    for (RecordedCall call : calls) {
      NavigableSet<String> known =
          keys.computeIfAbsent(call.record().table(), table -> new TreeSet<>(RecordedScan.ORDER));
      if (call.scan() != null) {
        call.scan().rows().forEach(row -> known.add(row.key()));
      } else if (!call.op().equals("scan")) {
        known.add(call.record().key());
      }
    }
    return keys;
  }

  private void add(RecordedCall call, Map<String, NavigableSet<String>> keys) {
    List<Operation> operations = new ArrayList<>();
    for (RecordedScan.Row row : call.scan().rows()) {
      operations.add(operation(call.row(row)));
      rows++;
    }
    if (keys.containsKey(call.record().table()) && !unordered.contains(call.record().table())) {
      addAbsences(call, keys.get(call.record().table()), operations);
    }
    if (rows + absences > ROWS_MAX) {
      throw new UsageException(
          "the scans have found more than %d rows%s in all; check shorter histories%s"
              .formatted(
                  ROWS_MAX,
                  model == ScanModel.COMMITTED ? "" : " and absences",
                  model == ScanModel.COMMITTED
                      ? ""
                      : ", or with --scans committed, for which absences don't count"));
    }
    scans.add(new Scanned(call, operations));
  }

  private Operation operation(RecordedCall row) {
    Operation read = row.operation().orElseThrow();
    return model == ScanModel.COMMITTED
        ? Operation.scanned(
            read.process(), read.key(), read.found(), read.invokedNanos(), read.completedNanos())
        : read;
  }

  private void addAbsences(
      RecordedCall call, NavigableSet<String> known, List<Operation> operations) {
    List<RecordedScan.Row> found = call.scan().rows();
    Set<String> there = new HashSet<>();
    found.forEach(row -> there.add(row.key()));
    NavigableSet<String> range = known.tailSet(call.record().key(), true);
    if (found.size() >= call.scan().count()) {
      if (found.isEmpty()) {
        return;
      }
      range = range.headSet(found.get(found.size() - 1).key(), true);
    }
    for (String key : range) {
      if (!there.contains(key) && rows + absences <= ROWS_MAX) {
        operations.add(operation(call.absence(key)));
        absences++;
      }
    }
  }

  /** The scans that were answered. */
  public List<Scanned> scans() {
    return scans;
  }

  public long rows() {
    return rows;
  }

  public long absences() {
    return absences;
  }

  /** The tables whose absences don't count, although they are asked for. */
  public Set<String> unordered() {
    return model == ScanModel.COMMITTED ? Set.of() : unordered;
  }
}
