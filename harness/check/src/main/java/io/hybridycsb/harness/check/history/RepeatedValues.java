package io.hybridycsb.harness.check.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many writes give a field of a record a value that it has had before. No read can tell such a
 * write from the earlier ones, so no check finds that it was lost or that a read was stale.
 *
 * @param overwrites writes of a field that had a value before
 * @param repeated those among them that repeat a value
 * @param deletes deletes, which a read can tell in any case
 */
public record RepeatedValues(long overwrites, long repeated, long deletes) {
  private static final int CONSIDERABLE_PERCENT = 10;

  /** Counts them; {@code calls} are in the order of their begin. */
  static RepeatedValues of(Iterable<RecordedCall> calls) {
    Map<String, Map<String, Field>> records = new HashMap<>();
    long overwrites = 0;
    long repeated = 0;
    long deletes = 0;
    for (RecordedCall call : calls) {
      if (call.isWithoutEffect()) {
        continue;
      }
      deletes += call.op().equals("delete") ? 1 : 0;
      Map<String, Field> fields =
          records.computeIfAbsent(call.register(), unused -> new HashMap<>());
      for (Map.Entry<String, String> value : call.fields().entrySet()) {
        Field field = fields.computeIfAbsent(value.getKey(), unused -> new Field());
        if (call.isWrite()) {
          overwrites += field.hadValueAt(call.invokedNs()) ? 1 : 0;
          repeated += field.values.add(value.getValue()) ? 0 : 1;
        } else {
          field.read(value.getValue(), call.completedNs());
        }
      }
    }
    return new RepeatedValues(overwrites, repeated, deletes);
  }

  /** The values of a field of a record: the written ones, and one that was read before these. */
  private static final class Field {
    private final Set<String> values = new HashSet<>();
    private String found;
    private long foundNs = Operation.NEVER;

    void read(String value, long completedNs) {
      if (values.isEmpty() && completedNs < foundNs) {
        found = value;
        foundNs = completedNs;
      }
    }

    boolean hadValueAt(long instantNs) {
      if (values.isEmpty() && foundNs < instantNs) {
        values.add(found);
      }
      return !values.isEmpty();
    }
  }

  /** Whether a considerable share repeats a value. */
  public boolean isConsiderable() {
    return repeated > 0 && repeated * 100 >= overwrites * CONSIDERABLE_PERCENT;
  }

  /** Whether every write repeats, so that all values are equal whatever was lost. */
  public boolean hideAll() {
    return repeated > 0 && repeated == overwrites && deletes == 0;
  }
}
