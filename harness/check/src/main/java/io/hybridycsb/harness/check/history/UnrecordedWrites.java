package io.hybridycsb.harness.check.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
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
 * one, too.
 *
 * <p>Where the contents at first are unknown, one value of each field may have been there, and
 * needs no thread. It is not known which one. So each is tried, without a write of its own. A
 * killed thread may also have repeated its last recorded write, as YCSB does after a failure. If a
 * record can only be explained with such an optional write, it needs one thread more.
 *
 * <p>A good history never becomes a bad one by this, unless a missing call was a delete, took
 * fields away, or repeated an earlier value. There, each such value is of a missing call of a
 * thread of its own, which began before the value was seen: so all are assigned. And what is made
 * up may do whatever that call did: it begins before any missing call, sets fields one by one, and
 * takes effect at any later time, or never.
 *
 * @param writes of unknown outcome, by record
 * @param optional those among them that a record is first tried without: one set after another;
 *     none for a record that isn't a key
 * @param assigned what needs a thread and has got one, and when it was seen
 * @param killed whose calls may be missing
 * @param lacking how many more calls are needed, which no thread can have made
 */
public record UnrecordedWrites(
    Map<String, List<Operation>> writes,
    Map<String, List<Set<Operation>>> optional,
    Map<Object, Long> assigned,
    KilledThreads killed,
    long lacking) {
  /** With more combinations of values at first, a record is searched with all writes at once. */
  private static final int COMBINATIONS_MAX = 16;

  /** A value of a field of a record. */
  private record Value(String key, String field, String value) {}

  /**
   * @param operations the recorded ones, by record
   * @param withoutEffect the recorded writes that have had no effect, by record
   * @param repeatable the last recorded writes of killed threads, by record
   * @param isAbsentAtFirst whether a record is known to be absent at first
   */
  public static UnrecordedWrites of(
      Map<String, List<Operation>> operations,
      Map<String, List<Operation>> withoutEffect,
      Map<String, List<Operation>> repeatable,
      KilledThreads killed,
      Predicate<String> isAbsentAtFirst) {
    if (killed.count() == 0) {
      return new UnrecordedWrites(Map.of(), Map.of(), Map.of(), killed, 0);
    }
    Map<String, Unknown> records = new LinkedHashMap<>();
    Map<Object, Long> needed = new LinkedHashMap<>();
    operations.forEach(
        (key, ofRecord) -> {
          Set<Value> known = new HashSet<>();
          addWritten(known, ofRecord);
          addWritten(known, withoutEffect.getOrDefault(key, List.of()));
          Unknown values = new Unknown(isAbsentAtFirst.test(key), killed);
          ofRecord.forEach(operation -> values.addRead(operation, known));
          records.put(key, values);
          needed.putAll(values.needed());
        });
    Set<Object> chosen = killed.assigned(needed);
    Map<String, List<Operation>> writes = new HashMap<>();
    Map<String, List<Set<Operation>>> optional = new HashMap<>();
    records.forEach(
        (key, values) -> {
          List<Operation> repeats = repeatable.getOrDefault(key, List.of());
          List<Operation> all = new ArrayList<>(repeats);
          values.written(chosen).forEach(value -> all.add(values.write(value)));
          if (!all.isEmpty()) {
            writes.put(key, all);
            optional.put(key, values.optional(repeats, all));
          }
        });
    long lacking = needed.size() - chosen.size();
    needed.keySet().retainAll(chosen);
    return new UnrecordedWrites(writes, optional, needed, killed, lacking);
  }

  /** How many calls are missing at least. */
  public long assumed() {
    return assigned.size();
  }

  /** How many calls the files may lack. */
  public long possible() {
    return killed.count();
  }

  /**
   * Assigns threads that are left to records that need one more.
   *
   * @param seenNs by record, when the last answer came that may have shown its optional writes
   */
  public UnrecordedWrites with(SortedMap<String, Long> seenNs) {
    Map<Object, Long> more = new LinkedHashMap<>(assigned);
    for (Map.Entry<String, Long> record : seenNs.entrySet()) {
      more.put(record.getKey(), record.getValue());
      if (more.size() > killed.count() || killed.assigned(more).size() < more.size()) {
        more.remove(record.getKey());
      }
    }
    long unassigned = assigned.size() + seenNs.size() - more.size();
    return new UnrecordedWrites(writes, optional, more, killed, lacking + unassigned);
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

  /** A record's values that no recorded write has: by field, when each was seen first. */
  private static final class Unknown {
    private final boolean isAbsentAtFirst;
    private final KilledThreads killed;
    private final Map<String, Map<Value, Long>> seenNs = new TreeMap<>();

    Unknown(boolean isAbsentAtFirst, KilledThreads killed) {
      this.isAbsentAtFirst = isAbsentAtFirst;
      this.killed = killed;
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

    private int most() {
      return seenNs.values().stream().mapToInt(Map::size).max().orElse(0);
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
    Set<Value> written(Set<Object> assigned) {
      Set<Value> needed = needed().keySet();
      Set<Value> written = new LinkedHashSet<>(needed);
      written.retainAll(assigned);
      if (written.size() == needed.size()) {
        seenNs.values().forEach(field -> written.addAll(field.keySet()));
      }
      return written;
    }

    Operation write(Value value) {
      return Operation.merge(
          "killed",
          value.key(),
          Contents.of(Map.of(value.field(), value.value())),
          killed.earliestNs(),
          Operation.NEVER);
    }

    /** Sets of optional writes: the repeats, and of each field with most values one at first. */
    List<Set<Operation>> optional(List<Operation> repeats, List<Operation> written) {
      List<Set<Operation>> sets = List.of(new HashSet<>(repeats));
      for (Map<Value, Long> field : seenNs.values()) {
        if (!isAbsentAtFirst && field.size() == most()) {
          if (sets.size() * field.size() > COMBINATIONS_MAX) {
            return List.of(new HashSet<>(repeats));
          }
          List<Operation> atFirst = field.keySet().stream().map(this::write).toList();
          sets = sets.stream().flatMap(set -> atFirst.stream().map(one -> and(set, one))).toList();
        }
      }
      sets.forEach(set -> set.retainAll(written));
      return sets;
    }

    private static Set<Operation> and(Set<Operation> set, Operation one) {
      Set<Operation> more = new HashSet<>(set);
      more.add(one);
      return more;
    }
  }
}
