package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.history.KilledThreads;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.RecordedScan;
import io.hybridycsb.harness.check.history.RecordedTransaction;
import io.hybridycsb.harness.check.history.RecordedTransaction.Scan;
import io.hybridycsb.harness.check.history.RecordedTransaction.Version;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recorded transactions as the checker needs them. A scan is a read of every key in its range that
 * occurs in the history: a key without a row was absent. What may have been written outside of the
 * files gets a transaction of its own.
 */
final class TransactionHistory {
  /** Each takes some 100 bytes. */
  private static final long SCANNED_MAX = 20_000_000;

  private final List<TransactionRecord> records = new ArrayList<>();
  private final Map<TransactionRecord, String> unrepeatable = new IdentityHashMap<>();
  private final Map<String, NavigableSet<String>> keys = new HashMap<>();
  private final MissingWriters missing;
  private final List<TransactionRecord> effective;
  private long scanned;

  /**
   * @param killed the threads of clients that were killed
   * @param mayDelete whether these may have deleted although no transaction here is known to
   * @param fromEmpty whether all records were absent at first; otherwise, each may have had one
   *     version below those written here, if no write without a version can have made it
   * @throws UsageException if two transactions have the same id, or scans cover too much
   */
  TransactionHistory(
      List<RecordedTransaction> all, KilledThreads killed, boolean mayDelete, boolean fromEmpty) {
    Set<String> ids = new HashSet<>();
    for (RecordedTransaction one : all) {
      if (!ids.add(one.id())) {
        throw new UsageException("two transactions have the id '%s'".formatted(one.id()));
      }
      addKeys(one);
    }
    all.forEach(this::add);
    missing = new MissingWriters(all, records, killed, mayDelete, fromEmpty);
    records.addAll(missing.records());
    effective = EffectiveTransactions.of(records, Set.of()).transactions();
  }

  private void addKeys(RecordedTransaction one) {
    one.reads().forEach(this::addKey);
    one.scans().forEach(scan -> scan.rows().forEach(this::addKey));
    one.writes().forEach(this::addKey);
  }

  private void addKey(Version version) {
    keys.computeIfAbsent(version.table(), table -> new TreeSet<>(RecordedScan.ORDER))
        .add(version.key());
  }

  private void add(RecordedTransaction one) {
    Reads reads = new Reads();
    if (!one.isWithoutEffect()) {
      one.reads().forEach(reads::add);
      one.scans().forEach(scan -> addScan(scan, reads));
    }
    Map<String, Long> writes = new HashMap<>();
    Set<String> deletes = new HashSet<>();
    for (Version write : one.writes()) {
      if (write.number() >= writes.getOrDefault(write.register(), Version.UNKNOWN)) {
        if (write.number() != Version.UNKNOWN) {
          writes.put(write.register(), write.number());
          deletes.remove(write.register());
        }
        if (write.isDeleted()) {
          deletes.add(write.register());
        }
      }
    }
    Outcome outcome =
        one.isCommitted()
            ? Outcome.COMMITTED
            : one.isWithoutEffect() ? Outcome.ABORTED : Outcome.UNKNOWN;
    TransactionRecord made =
        new TransactionRecord(
            one.id(),
            outcome,
            reads.found,
            writes,
            deletes,
            one.invokedNs(),
            outcome == Outcome.UNKNOWN ? Operation.NEVER : one.completedNs());
    records.add(made);
    if (reads.contradiction != null) {
      unrepeatable.put(made, one.id() + " " + reads.contradiction);
    }
  }

  private void addScan(Scan scan, Reads reads) {
    scan.rows().forEach(reads::add);
    Set<String> found = new HashSet<>();
    scan.rows().forEach(row -> found.add(row.key()));
    NavigableSet<String> range =
        keys.getOrDefault(scan.table(), new TreeSet<>(RecordedScan.ORDER))
            .tailSet(scan.from(), true);
    for (String key : range) {
      if (scan.to() != null && RecordedScan.ORDER.compare(key, scan.to()) > 0) {
        break;
      }
      if (++scanned > SCANNED_MAX) {
        throw new UsageException(
            "the scans cover more than %d records in all; check shorter histories"
                .formatted(SCANNED_MAX));
      }
      if (!found.contains(key)) {
        reads.add(new Version(scan.table(), key, TransactionRecord.ABSENT, false));
      }
    }
  }

  /** A transaction's reads, of which those of one key must agree. */
  private static final class Reads {
    private final Map<String, Long> found = new HashMap<>();
    private String contradiction;

    void add(Version version) {
      if (version.number() != Version.UNKNOWN) {
        Long other = found.putIfAbsent(version.register(), version.number());
        if (other != null && other != version.number() && contradiction == null) {
          contradiction =
              "read versions %d and %d of key %s"
                  .formatted(other, version.number(), version.register());
        }
      }
    }
  }

  List<TransactionRecord> records() {
    return records;
  }

  /**
   * Whether an order explains all reads.
   *
   * @param strict whether it has to agree with real time
   */
  Verdict verdict(boolean strict) {
    Optional<String> contradiction =
        effective.stream().map(unrepeatable::get).filter(Objects::nonNull).findFirst();
    if (contradiction.isPresent()) {
      return Verdict.violated(contradiction.get());
    }
    Verdict verdict =
        strict
            ? SerializabilityChecker.strictlySerializable(records)
            : SerializabilityChecker.serializable(records);
    return verdict.holds()
        ? effective.stream()
            .flatMap(one -> missing.doubt(one).stream())
            .findFirst()
            .map(Verdict::undecided)
            .orElse(verdict)
        : verdict;
  }

  /** What may have been written outside of the files. */
  MissingWriters missing() {
    return missing;
  }
}
