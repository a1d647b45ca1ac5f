package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.KilledThreads;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.RecordedTransaction;
import io.hybridycsb.harness.check.history.RecordedTransaction.Version;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writers of versions that were read, but that no transaction of the files is known to have
 * written. A version may have been there at first. It may be of a recorded transaction that doesn't
 * know its version. Or it may be of one that a killed client has not recorded, at most one of each
 * thread. One transaction makes one version of a key. So it is decided key by key whether there are
 * enough transactions that began before their version was seen. Those of different keys may be the
 * same.
 */
final class MissingWriters {
  private static final String KILLED = "a killed client";

  private final Map<String, Set<Long>> written = new HashMap<>();

  /** Who may have written a key, but not which version. */
  private final Map<String, List<RecordedTransaction>> withoutVersion = new HashMap<>();

  /** The keys that are deleted, or may be. */
  private final Set<String> deleted = new HashSet<>();

  private final KilledThreads killed;
  private final List<TransactionRecord> records = new ArrayList<>();
  private final Map<TransactionRecord, String> doubts = new IdentityHashMap<>();
  private int assumed;

  /** Who has read a version, and when the first answer came that shows it. */
  private record Seen(String reader, long atNs) {
    Seen orEarlier(Seen other) {
      return other.atNs < atNs ? other : this;
    }
  }

  /**
   * @param all the recorded transactions
   * @param recorded the same, as the checker needs them
   * @param killed the threads of clients that were killed
   * @param mayDelete whether clients may delete although no transaction here is known to
   * @param fromEmpty whether all records were absent at first
   */
  MissingWriters(
      List<RecordedTransaction> all,
      List<TransactionRecord> recorded,
      KilledThreads killed,
      boolean mayDelete,
      boolean fromEmpty) {
    this.killed = killed;
    all.forEach(this::addWrites);
    Map<String, TreeMap<Long, Seen>> read = new TreeMap<>();
    for (TransactionRecord reader : recorded) {
      Seen seen = new Seen(reader.id(), reader.completedNanos());
      reader
          .reads()
          .forEach(
              (key, version) ->
                  read.computeIfAbsent(key, k -> new TreeMap<>())
                      .merge(version, seen, Seen::orEarlier));
    }
    Map<String, Long> initial = new HashMap<>();
    Set<String> absent = new HashSet<>();
    read.forEach(
        (key, versions) -> {
          if (versions.remove(TransactionRecord.ABSENT) != null) {
            absent.add(key);
          }
          if (!fromEmpty && !versions.isEmpty() && isInitial(key, versions.firstKey())) {
            addInitial(key, versions, absent.contains(key), initial);
          }
          versions.keySet().removeAll(written.getOrDefault(key, Set.of()));
          addUnrecorded(key, versions);
        });
    if (!initial.isEmpty()) {
      records.add(
          new TransactionRecord(
              "before all", Outcome.COMMITTED, Map.of(), initial, Long.MIN_VALUE, Long.MIN_VALUE));
    }
    if (killed.count() > 0 && (mayDelete || !deleted.isEmpty())) {
      records.add(
          new TransactionRecord(
              KILLED,
              Outcome.UNKNOWN,
              Map.of(),
              Map.of(),
              absent,
              killed.earliestNs(),
              Operation.NEVER));
    }
  }

  private void addWrites(RecordedTransaction one) {
    for (Version write : one.writes()) {
      String key = write.register();
      if (write.number() != Version.UNKNOWN) {
        written.computeIfAbsent(key, k -> new HashSet<>()).add(write.number());
      }
      if (one.isWithoutEffect()) {
        continue;
      }
      if (write.isDeleted()) {
        deleted.add(key);
      } else if (write.number() == Version.UNKNOWN) {
        withoutVersion.computeIfAbsent(key, k -> new ArrayList<>()).add(one);
      }
    }
  }

  /** Whether a version is below all that were written here, also by writes without a version. */
  private boolean isInitial(String key, long version) {
    return written.getOrDefault(key, Set.of()).stream().allMatch(other -> version < other)
        && withoutVersion.getOrDefault(key, List.of()).stream()
            .allMatch(writer -> hasReadFrom(writer, key, version));
  }

  /**
   * Whether a transaction has read this version of a key, or a later one, so that it wrote another.
   */
  private static boolean hasReadFrom(RecordedTransaction one, String key, long version) {
    return one.reads().stream()
        .anyMatch(read -> read.register().equals(key) && read.number() >= version);
  }

  /**
   * Takes a key's lowest version for the initial one. If the key was also absent, that was after a
   * delete; or else a killed client has inserted it, which so may be at any time.
   */
  private void addInitial(
      String key, TreeMap<Long, Seen> versions, boolean wasAbsent, Map<String, Long> initial) {
    long first = versions.firstKey();
    if (!wasAbsent || (deleted.contains(key) && killed.count() == 0)) {
      initial.put(key, first);
      versions.remove(first);
    } else if (deleted.contains(key)) {
      records.add(unrecorded("the load or " + KILLED, key, first, Long.MIN_VALUE));
      versions.remove(first);
    }
  }

  /** Adds writers of a key's versions, as far as there are enough. */
  private void addUnrecorded(String key, TreeMap<Long, Seen> versions) {
    List<RecordedTransaction> recorded = withoutVersion.getOrDefault(key, List.of());
    Map<Long, Long> seenNs = new HashMap<>();
    versions.forEach((version, seen) -> seenNs.put(version, seen.atNs()));
    Set<Long> assigned =
        killed.and(recorded.stream().map(RecordedTransaction::invokedNs).toList()).assigned(seenNs);
    for (long version : assigned) {
      Seen seen = versions.get(version);
      List<RecordedTransaction> candidates =
          recorded.stream()
              .filter(one -> one.invokedNs() < seen.atNs() && !hasReadFrom(one, key, version))
              .toList();
      if (!candidates.isEmpty()) {
        long begunNs =
            candidates.stream().mapToLong(RecordedTransaction::invokedNs).min().getAsLong();
        TransactionRecord made =
            unrecorded("unrecorded", key, version, Math.min(begunNs, killed.earliestNs()));
        doubts.put(
            made,
            ("%s read version %d of key %s, which may be of %s, whose version is unknown; ask the"
                    + " system for that transaction's outcome, and record it with its version")
                .formatted(seen.reader(), version, key, candidates.get(0).id()));
        records.add(made);
      } else if (killed.mayBeSeenAt(seen.atNs())) {
        records.add(unrecorded(KILLED, key, version, killed.earliestNs()));
        assumed++;
      }
    }
  }

  private static TransactionRecord unrecorded(String id, String key, long version, long begunNs) {
    return new TransactionRecord(
        id, Outcome.UNKNOWN, Map.of(), Map.of(key, version), begunNs, Operation.NEVER);
  }

  List<TransactionRecord> records() {
    return records;
  }

  /** Why it isn't known whether one of these records has written its version; empty if it is. */
  Optional<String> doubt(TransactionRecord made) {
    return Optional.ofNullable(doubts.get(made));
  }

  /** How many versions count as written by killed clients. */
  int assumed() {
    return assumed;
  }

  /** How many transactions killed clients may have had under way. */
  int possible() {
    return killed.count();
  }
}
