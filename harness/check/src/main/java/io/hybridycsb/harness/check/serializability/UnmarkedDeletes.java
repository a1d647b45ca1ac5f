package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.Bisection;
import io.hybridycsb.harness.check.history.RecordedTransaction;
import io.hybridycsb.harness.check.history.RecordedTransaction.Version;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.history.Verdict.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Doubts a violation in files that don't mark deletes: each version that nobody has read may be a
 * delete there. If these deletes explain all reads, nothing can be told. Otherwise it is a
 * violation all the same.
 */
final class UnmarkedDeletes {
  private final RunHistory history;
  private final boolean fromEmpty;
  private final TransactionHistory asMarked;
  private final Set<String> withoutMarks;
  private final Set<Version> read = new HashSet<>();

  /**
   * @param asMarked the history if only marked writes are deletes
   */
  UnmarkedDeletes(RunHistory history, boolean fromEmpty, TransactionHistory asMarked) {
    this.history = history;
    this.fromEmpty = fromEmpty;
    this.asMarked = asMarked;
    withoutMarks =
        history.withoutMarks().stream().map(RecordedTransaction::id).collect(Collectors.toSet());
    for (RecordedTransaction one : history.transactions()) {
      if (!one.isWithoutEffect()) {
        read.addAll(one.reads());
        one.scans().forEach(scan -> read.addAll(scan.rows()));
      }
    }
  }

  /**
   * Whether an order explains all reads.
   *
   * @param strict whether it has to agree with real time
   */
  Verdict verdict(boolean strict) {
    Verdict verdict = asMarked.verdict(strict);
    if (verdict.status() != Status.VIOLATED || withoutMarks.isEmpty()) {
      return verdict;
    }
    List<String> keys = List.copyOf(keys());
    Verdict withAll = with(keys).verdict(strict);
    return withAll.status() == Status.VIOLATED ? withAll : undecided(keys, strict);
  }

  /** The keys that somebody has found absent and that somebody may have deleted. */
  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (TransactionRecord record : asMarked.records()) {
      record
          .reads()
          .forEach(
              (key, version) -> {
                if (version == TransactionRecord.ABSENT) {
                  keys.add(key);
                }
              });
    }
    keys.retainAll(
        history.transactions().stream()
            .flatMap(one -> mayBeDeletes(one))
            .map(Version::register)
            .collect(Collectors.toSet()));
    return keys;
  }

  private Stream<Version> mayBeDeletes(RecordedTransaction one) {
    return withoutMarks.contains(one.id()) && !one.isWithoutEffect()
        ? one.writes().stream()
            .filter(write -> write.number() == Version.UNKNOWN || !read.contains(write))
        : Stream.of();
  }

  /** The history in which deletes of these keys aren't marked. */
  private TransactionHistory with(Collection<String> keys) {
    Set<String> deleted = Set.copyOf(keys);
    return new TransactionHistory(
        history.transactions().stream().map(one -> with(one, deleted)).toList(),
        history.killedThreads(),
        true,
        fromEmpty);
  }

  /** Marks writes. One whose version isn't known is there without the mark, too. */
  private RecordedTransaction with(RecordedTransaction one, Set<String> keys) {
    Set<Version> deletes =
        mayBeDeletes(one)
            .filter(write -> keys.contains(write.register()))
            .collect(Collectors.toSet());
    List<Version> writes = new ArrayList<>();
    for (Version write : one.writes()) {
      if (!deletes.contains(write) || write.number() == Version.UNKNOWN) {
        writes.add(write);
      }
      if (deletes.contains(write)) {
        writes.add(new Version(write.table(), write.key(), write.number(), true));
      }
    }
    return one.withWrites(writes);
  }

  /** Looks for a key without whose deletes there is a violation. */
  private Verdict undecided(List<String> keys, boolean strict) {
    int to =
        Bisection.first(
            0,
            keys.size(),
            count -> with(keys.subList(0, count)).verdict(strict).status() != Status.VIOLATED);
    return to == 0 ? with(List.of()).verdict(strict) : Verdict.undecided(doubt(keys.get(to - 1)));
  }

  private String doubt(String key) {
    List<String> all =
        history.transactions().stream()
            .filter(one -> mayBeDeletes(one).anyMatch(write -> write.register().equals(key)))
            .map(RecordedTransaction::id)
            .toList();
    TransactionRecord reader =
        asMarked.records().stream()
            .filter(one -> Long.valueOf(TransactionRecord.ABSENT).equals(one.reads().get(key)))
            .filter(one -> !all.equals(List.of(one.id())))
            .max(Comparator.comparingLong(TransactionRecord::invokedNanos))
            .orElseThrow();
    List<String> deleters = all.stream().filter(id -> !id.equals(reader.id())).toList();
    return "%s found no record of key %s, which may have been deleted by %s%s: these files don't mark deletes"
        .formatted(
            reader.id(),
            key,
            deleters.get(0),
            deleters.size() == 1 ? "" : " or %d more".formatted(deleters.size() - 1));
  }
}
