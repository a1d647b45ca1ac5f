package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.ScannedRows.Scanned;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Scans whose rows were never there together: a row, or an absence, was not there yet when another
 * one no longer was. The times of the writes tell when each row may have been there at most. So no
 * good scan is called a bad one, but not every bad one is found.
 *
 * @param scans the number of scans looked at
 * @param mixed those among them whose rows were never there together
 * @param examples a sentence on each of the first few
 */
public record MixedScans(long scans, long mixed, List<String> examples) {
  public static final MixedScans NONE = new MixedScans(0, 0, List.of());

  private static final int EXAMPLES_MAX = 5;

  /** A row with the instant at which it begins or ceases to be there. */
  private record Row(KeyHistory record, Move move, int slot, long instantNs) {}

  /** The row of a scan that comes last, and the one that goes first. */
  private static final class Rows {
    private Row comes;
    private Row goes;

    void add(KeyHistory record, Move move, Windows windows) {
      for (int slot = 0; slot < record.slots(); slot++) {
        long from = windows.from(move, slot);
        if (comes == null || from > comes.instantNs()) {
          comes = new Row(record, move, slot, from);
        }
        long to = windows.to(move, slot);
        if (goes == null || to < goes.instantNs()) {
          goes = new Row(record, move, slot, to);
        }
      }
    }

    boolean areMixed() {
      return comes != null && comes.instantNs() > goes.instantNs();
    }
  }

  /**
   * Looks for them.
   *
   * @param scans with the operations of their rows
   * @param record the operations on a key, with those of the scans' rows
   */
  public static MixedScans of(List<Scanned> scans, Function<String, KeyHistory> record) {
    Map<Operation, Rows> byOperation = new IdentityHashMap<>();
    List<Rows> all = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (Scanned scan : scans) {
      Rows rows = new Rows();
      all.add(rows);
      for (Operation operation : scan.operations()) {
        byOperation.put(operation, rows);
        keys.add(operation.key());
      }
    }
    for (String key : keys) {
      KeyHistory history = record.apply(key);
      Windows windows = history.windows();
      for (Move move : history.moves()) {
        Rows rows = byOperation.get(move.operation());
        if (rows != null) {
          rows.add(history, move, windows);
        }
      }
    }
    List<Rows> mixed = all.stream().filter(Rows::areMixed).toList();
    return new MixedScans(
        scans.size(),
        mixed.size(),
        mixed.stream().limit(EXAMPLES_MAX).map(MixedScans::sentence).toList());
  }

  private static String sentence(Rows rows) {
    Row comes = rows.comes;
    Row goes = rows.goes;
    Operation scan = goes.move().operation();
    String client = "the scan of client " + scan.process();
    if (comes.instantNs() == Operation.NEVER) {
      return "%s shows key %s with %s, which no operation has written."
          .formatted(client, comes.record().key(), shown(comes));
    }
    return "%s shows key %s with %s, which was not there until %s ms before the scan's answer,"
            .formatted(
                client,
                comes.record().key(),
                shown(comes),
                Counterexample.millis(scan.completedNanos() - comes.instantNs()))
        + " and key %s with %s, which was there no longer since %s ms before it."
            .formatted(
                goes.record().key(),
                shown(goes),
                Counterexample.millis(scan.completedNanos() - goes.instantNs()));
  }

  private static String shown(Row row) {
    Contents found = row.move().operation().found();
    String field = row.record().name(row.slot());
    if (!found.isPresent() || field == null) {
      return found.isPresent() ? "a record" : "no record";
    }
    return field + "=" + found.fields().getOrDefault(field, "nothing");
  }
}
