package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.KilledThreads;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.RecordedTransaction;
import io.hybridycsb.harness.check.history.RecordedTransaction.Version;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writers of versions that were read, but that no transaction of the files is known to have
 * written. A version may have been there at first. It may be of a recorded transaction that doesn't
 * know its version. Or it may be of one that a killed client has not recorded, at most one of each
 * thread. One transaction makes one version of a key. So it is decided key by key whether there are
 * enough transactions that began before their version was seen. Those of different keys may be the
 * same, and are if there is only one thread whose they can be.
 *
 * <p>A good history never becomes a bad one by this. Only a key's lowest version can have been
 * there at first. If another writer made it, that writer is free for no version more than its own.
 * And where it isn't known who made a version, its writer gets what all candidates have in common.
 */
final class MissingWriters {
  private static final String KILLED = "a killed client";
  private static final String UNRECORDED = "unrecorded";

  private final Map<String, Set<Long>> written = new HashMap<>();

  /** Who may have written a key, but not which version. */
  private final Map<String, List<TransactionRecord>> withoutVersion = new HashMap<>();

  /** The keys that are deleted, or may be. */
  private final Set<String> deleted = new HashSet<>();

  private final boolean fromEmpty;
  private final KilledThreads killed;
  private final List<TransactionRecord> records = new ArrayList<>();
  private final Map<TransactionRecord, String> doubts = new IdentityHashMap<>();

  /** The version of each key that was there at first. */
  private final Map<String, Long> initial = new HashMap<>();

  /** The version of each key that the only killed thread has written. */
  private final Map<String, Long> ofOneThread = new HashMap<>();

  private boolean clientsDelete;
  private int assumed;

  /** Who has read a version, and when the first answer came that shows it. */
  private record FirstReader(String reader, long atNs) {
    FirstReader orEarlier(FirstReader other) {
      return other.atNs < atNs ? other : this;
    }
  }

  /**
   * The versions of a key that were read.
   *
   * @param sure by transactions that took effect
   * @param possible by others that count as effective if nothing else explains an absence
   */
  private record Read(NavigableMap<Long, FirstReader> sure, NavigableSet<Long> possible) {}

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
    this.fromEmpty = fromEmpty;
    this.killed = killed;
    clientsDelete = mayDelete;
    Set<TransactionRecord> effective = EffectiveTransactions.of(recorded, Set.of()).set();
    for (int i = 0; i < all.size(); i++) {
      addWrites(all.get(i), recorded.get(i), effective);
    }
    Map<String, Read> reads = reads(recorded, effective);
    Set<String> absent = new HashSet<>();
    reads.forEach(
        (key, read) -> {
          if (read.sure().containsKey(TransactionRecord.ABSENT)
              || read.possible().contains(TransactionRecord.ABSENT)) {
            absent.add(key);
          }
          addWriters(key, read);
        });
    if (!initial.isEmpty()) {
      records.add(
          new TransactionRecord(
              "before all", Outcome.COMMITTED, Map.of(), initial, Long.MIN_VALUE, Long.MIN_VALUE));
    }
    if (!ofOneThread.isEmpty()) {
      records.add(unrecorded(KILLED, ofOneThread, killed.earliestNs()));
    }
    if (killed.count() > 0 && clientsDelete) {
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

  private void addWrites(
      RecordedTransaction one, TransactionRecord record, Set<TransactionRecord> effective) {
    for (Version write : one.writes()) {
      String key = write.register();
      boolean isUnknown = write.number() == Version.UNKNOWN;
      clientsDelete |= write.isDeleted();
      if (!isUnknown) {
        written.computeIfAbsent(key, k -> new HashSet<>()).add(write.number());
      }
      if (one.isWithoutEffect()) {
        continue;
      }
      if (write.isDeleted()) {
        deleted.add(key);
      } else if (isUnknown) {
        withoutVersion.computeIfAbsent(key, k -> new ArrayList<>()).add(record);
      }
      boolean isOfNothing =
          write.isDeleted() && Objects.equals(record.reads().get(key), TransactionRecord.ABSENT);
      if (isUnknown && !isOfNothing && effective.contains(record)) {
        doubts.put(
            record,
            "%s has taken effect, but its version of key %s is unknown; %s"
                .formatted(one.id(), key, "record it with all its versions"));
      }
    }
  }

  private static Map<String, Read> reads(
      List<TransactionRecord> recorded, Set<TransactionRecord> effective) {
    Set<TransactionRecord> deleters = Collections.newSetFromMap(new IdentityHashMap<>());
    recorded.stream()
        .filter(one -> one.outcome() == Outcome.UNKNOWN && !one.deletes().isEmpty())
        .forEach(deleters::add);
    Map<String, Read> reads = new TreeMap<>();
    for (TransactionRecord reader : EffectiveTransactions.of(recorded, deleters).transactions()) {
      FirstReader seen = new FirstReader(reader.id(), reader.completedNanos());
      reader
          .reads()
          .forEach(
              (key, version) -> {
                Read read =
                    reads.computeIfAbsent(key, k -> new Read(new TreeMap<>(), new TreeSet<>()));
                if (effective.contains(reader)) {
                  read.sure().merge(version, seen, FirstReader::orEarlier);
                } else {
                  read.possible().add(version);
                }
              });
    }
    return reads;
  }

  /** Adds writers of a key's versions, as far as there are any. */
  private void addWriters(String key, Read read) {
    NavigableMap<Long, FirstReader> sure = new TreeMap<>(read.sure());
    boolean wasAbsent = sure.remove(TransactionRecord.ABSENT) != null;
    boolean mayBeDeleted = deleted.contains(key) || (clientsDelete && killed.count() > 0);
    if (!sure.isEmpty() && mayBeInitial(key, sure.firstKey()) && (!wasAbsent || mayBeDeleted)) {
      addInitial(key, read, sure.pollFirstEntry());
    }
    sure.keySet().removeAll(written.getOrDefault(key, Set.of()));
    addUnrecorded(key, sure);
    read.possible().stream()
        .filter(version -> version != TransactionRecord.ABSENT)
        .filter(version -> !read.sure().containsKey(version))
        .filter(version -> !written.getOrDefault(key, Set.of()).contains(version))
        .filter(
            version ->
                mayBeInitial(key, version)
                    || killed.count() > 0
                    || !candidates(key, version, Operation.NEVER).isEmpty())
        .forEach(
            version -> records.add(unrecorded(UNRECORDED, Map.of(key, version), Long.MIN_VALUE)));
  }

  /** Whether a version may have been there at first: it is below all that were written here. */
  private boolean mayBeInitial(String key, long version) {
    return !fromEmpty
        && written.getOrDefault(key, Set.of()).stream().allMatch(other -> version < other);
  }

  /** Who may have written a version that was seen at an instant, but doesn't know that. */
  private List<TransactionRecord> candidates(String key, long version, long seenNs) {
    return withoutVersion.getOrDefault(key, List.of()).stream()
        .filter(one -> one.invokedNanos() < seenNs)
        // One that has read this version or a later one wrote another.
        .filter(one -> one.reads().getOrDefault(key, TransactionRecord.ABSENT) < version)
        .toList();
  }

  /**
   * Takes a key's lowest version for the initial one. But if the key may have been absent before,
   * somebody else may have written it, and so at any time.
   */
  private void addInitial(String key, Read read, Map.Entry<Long, FirstReader> first) {
    long version = first.getKey();
    FirstReader seen = first.getValue();
    List<TransactionRecord> others = candidates(key, version, seen.atNs());
    boolean isFirst =
        read.sure().firstKey() == version
            && (read.possible().isEmpty() || read.possible().first() >= version);
    if (others.isEmpty() && (isFirst || !killed.mayBeSeenAt(seen.atNs()))) {
      initial.put(key, version);
      return;
    }
    String other = others.isEmpty() ? KILLED : others.get(0).id();
    TransactionRecord made =
        unrecorded("the load or " + other, Map.of(key, version), Long.MIN_VALUE);
    records.add(made);
    if (!others.isEmpty()) {
      doubts.put(made, doubt(seen, version, key, others));
    }
  }

  /** Adds writers of a key's versions, as far as there are enough. */
  private void addUnrecorded(String key, NavigableMap<Long, FirstReader> versions) {
    List<TransactionRecord> recorded = withoutVersion.getOrDefault(key, List.of());
    Map<Long, Long> seenNs = new HashMap<>();
    versions.forEach((version, seen) -> seenNs.put(version, seen.atNs()));
    Set<Long> assigned =
        killed
            .and(recorded.stream().map(TransactionRecord::invokedNanos).toList())
            .assigned(seenNs);
    for (long version : assigned) {
      FirstReader seen = versions.get(version);
      List<TransactionRecord> candidates = candidates(key, version, seen.atNs());
      if (!candidates.isEmpty()) {
        long begunNs =
            candidates.stream().mapToLong(TransactionRecord::invokedNanos).min().getAsLong();
        TransactionRecord made =
            unrecorded(UNRECORDED, Map.of(key, version), Math.min(begunNs, killed.earliestNs()));
        doubts.put(made, doubt(seen, version, key, candidates));
        records.add(made);
      } else if (killed.mayBeSeenAt(seen.atNs())) {
        addKilled(key, version);
      }
    }
  }

  /** Adds a version that only a killed thread can have written. */
  private void addKilled(String key, long version) {
    if (killed.count() > 1) {
      records.add(unrecorded(KILLED, Map.of(key, version), killed.earliestNs()));
      assumed++;
    } else if (ofOneThread.putIfAbsent(key, version) == null) {
      assumed++;
    }
  }

  private static String doubt(
      FirstReader seen, long version, String key, List<TransactionRecord> candidates) {
    return ("%s read version %d of key %s, which may be of %s, whose version is unknown; ask the"
            + " system for that transaction's outcome, and record it with its version")
        .formatted(seen.reader(), version, key, candidates.get(0).id());
  }

  private static TransactionRecord unrecorded(String id, Map<String, Long> versions, long begunNs) {
    return new TransactionRecord(id, Outcome.UNKNOWN, Map.of(), versions, begunNs, Operation.NEVER);
  }

  List<TransactionRecord> records() {
    return records;
  }

  /** Why it isn't known what one of the transactions has written; empty if it is. */
  Optional<String> doubt(TransactionRecord one) {
    return Optional.ofNullable(doubts.get(one));
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
