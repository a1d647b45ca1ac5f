package io.hybridycsb.harness.check.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Writes that killed clients may have made, but not recorded. They are made up of values that were
 * read, but that no recorded write has.
 *
 * <p>Two values of a field are of two writes, and so are the values of two records. So each record
 * needs as many writes as its field with the most such values has. These are assigned to {@link
 * KilledThreads}; a value for which no thread is left gets no write, and the check finds that
 * nobody has written it. The values of a record's other fields may be of the same writes: each gets
 * one if a missing call may have been seen so early. Where the contents at first are unknown, the
 * value of each field that was seen first may have been there, and needs no thread.
 *
 * <p>A good history never becomes a bad one by this. There, each such value is of a missing call of
 * a thread of its own, which began before the value was seen: so all are assigned. And what is made
 * up may do whatever that call did: it begins before any missing call, sets fields one by one, and
 * takes effect at any later time, or never.
 *
 * @param writes one for each value, of unknown outcome
 * @param assumed how many calls they are at least
 * @param possible how many calls the files may lack
 * @param lacking how many more calls are needed, which no thread can have made
 */
public record UnrecordedWrites(List<Operation> writes, long assumed, long possible, long lacking) {

  /** A value of a field of a record. */
  private record Value(String key, String field, String value) {}

  /**
   * @param operations the recorded ones, by record
   * @param withoutEffect the recorded writes that have had no effect, by record
   * @param isAbsentAtFirst whether a record is known to be absent at first
   */
  public static UnrecordedWrites of(
      Map<String, List<Operation>> operations,
      Map<String, List<Operation>> withoutEffect,
      KilledThreads killed,
      Predicate<String> isAbsentAtFirst) {
    if (killed.count() == 0) {
      return new UnrecordedWrites(List.of(), 0, 0, 0);
    }
    List<Unknown> records = new ArrayList<>();
    operations.forEach(
        (key, ofRecord) -> {
          Set<Value> known = new HashSet<>();
          addWritten(known, ofRecord);
          addWritten(known, withoutEffect.getOrDefault(key, List.of()));
          Unknown values = new Unknown(isAbsentAtFirst.test(key));
          ofRecord.forEach(operation -> values.addRead(operation, known));
          records.add(values);
        });
    Map<Value, Long> needed = new LinkedHashMap<>();
    records.forEach(record -> needed.putAll(record.needed()));
    Set<Value> assigned = killed.assigned(needed);
    List<Operation> writes = new ArrayList<>();
    for (Unknown record : records) {
      record.written(assigned, killed).forEach(value -> writes.add(write(value, killed)));
    }
    return new UnrecordedWrites(
        List.copyOf(writes), assigned.size(), killed.count(), needed.size() - assigned.size());
  }

  private static void addWritten(Set<Value> known, List<Operation> operations) {
    for (Operation operation : operations) {
      if (operation.written() != null) {
        operation
            .written()
            .fields()
            .forEach((field, value) -> known.add(new Value(operation.key(), field, value)));
      }
    }
  }

  private static Operation write(Value value, KilledThreads killed) {
    return Operation.merge(
        "killed",
        value.key(),
        Contents.of(Map.of(value.field(), value.value())),
        killed.earliestNs(),
        Operation.NEVER);
  }

  /** A record's values that no recorded write has: by field, when each was seen first. */
  private static final class Unknown {
    private final boolean isAbsentAtFirst;
    private final Map<String, Map<Value, Long>> seenNs = new TreeMap<>();

    Unknown(boolean isAbsentAtFirst) {
      this.isAbsentAtFirst = isAbsentAtFirst;
    }

    void addRead(Operation operation, Set<Value> known) {
      if (operation.found() == null) {
        return;
      }
      operation
          .found()
          .fields()
          .forEach(
              (field, text) -> {
                Value value = new Value(operation.key(), field, text);
                if (!known.contains(value)) {
                  seenNs
                      .computeIfAbsent(field, unused -> new LinkedHashMap<>())
                      .merge(value, operation.completedNanos(), Math::min);
                }
              });
    }

    /** The values that need a thread each. */
    Map<Value, Long> needed() {
      Map<Value, Long> most =
          seenNs.values().stream()
              .max(Comparator.comparingInt(Map::size))
              .map(LinkedHashMap::new)
              .orElseGet(LinkedHashMap::new);
      if (!isAbsentAtFirst && !most.isEmpty()) {
        most.remove(most.entrySet().stream().min(Map.Entry.comparingByValue()).get().getKey());
      }
      return most;
    }

    /** The values that get a write; it doesn't matter which if a needed one gets none. */
    Set<Value> written(Set<Value> assigned, KilledThreads killed) {
      Set<Value> needed = needed().keySet();
      Set<Value> written = new HashSet<>(needed);
      written.retainAll(assigned);
      if (written.size() == needed.size()) {
        for (Map<Value, Long> field : seenNs.values()) {
          field.forEach(
              (value, firstNs) -> {
                if (killed.mayBeSeenAt(firstNs)) {
                  written.add(value);
                }
              });
        }
      }
      return written;
    }
  }
}
