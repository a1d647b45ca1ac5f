package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.AbsentReads.Finding;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Serializability of transactions by their dependencies (Adya, Liskov, O'Neil, ICDE 2000): they are
 * serializable if the dependency graph has no cycle. They are strictly serializable if there is
 * still no cycle when each transaction also depends on all that had ended before it began.
 *
 * <p>All versions of a key are known and ordered, so the check takes time linear in the history
 * without deletes. Only the absence of a key that somebody deletes has no version: see {@link
 * AbsentReads}.
 */
public final class SerializabilityChecker {
  /** How long to look for the places of absent reads. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final boolean strict;
  private final List<TransactionRecord> history;
  private final EffectiveTransactions effective;
  private final List<TransactionRecord> transactions = new ArrayList<>();
  private final Map<String, NavigableMap<Long, Integer>> writers = new HashMap<>();

  /** Of each key, who deletes it or may have done so. */
  private final Map<String, List<TransactionRecord>> deleters = new HashMap<>();

  /** Reads that found a key absent which somebody deletes, by the key. */
  private final Map<String, List<Integer>> absences = new HashMap<>();

  private SerializabilityChecker(
      boolean strict, List<TransactionRecord> history, Set<TransactionRecord> others) {
    this.strict = strict;
    this.history = history;
    effective = EffectiveTransactions.of(history, others);
    for (TransactionRecord one : history) {
      if (one.outcome() != Outcome.ABORTED) {
        one.deletes()
            .forEach(key -> deleters.computeIfAbsent(key, k -> new ArrayList<>()).add(one));
      }
    }
  }

  /** Whether some serial order of the committed transactions explains them. */
  public static Verdict serializable(List<TransactionRecord> history) {
    return check(false, history, LIMIT);
  }

  /** Whether some serial order that also agrees with real time explains them. */
  public static Verdict strictlySerializable(List<TransactionRecord> history) {
    return check(true, history, LIMIT);
  }

  /** Repeats the check with each transaction that turns out to have taken effect. */
  static Verdict check(boolean strict, List<TransactionRecord> history, Duration limit) {
    long untilNs = System.nanoTime() + limit.toNanos();
    Set<TransactionRecord> others = Collections.newSetFromMap(new IdentityHashMap<>());
    Optional<String> doubt = Optional.empty();
    while (true) {
      Finding found = new SerializabilityChecker(strict, history, others).find(untilNs);
      if (found.deleter() == null) {
        Verdict verdict = found.verdict();
        return verdict.holds() ? verdict : doubt.map(Verdict::undecided).orElse(verdict);
      }
      others.add(found.deleter());
      doubt = doubt.or(found::doubt);
    }
  }

  static Verdict cyclic(boolean strict, String cycle) {
    return Verdict.violated(
        "not %s, each must come before the next:".formatted(guarantee(strict)) + cycle);
  }

  private static String guarantee(boolean strict) {
    return strict ? "strictly serializable" : "serializable";
  }

  private Finding find(long untilNs) {
    Optional<String> wrong = effective.readOfNothing();
    for (TransactionRecord transaction : effective.transactions()) {
      wrong = wrong.or(() -> add(transaction));
    }
    if (wrong.isPresent()) {
      return Finding.of(Verdict.violated(wrong.get()));
    }
    DependencyGraph graph = graph();
    Optional<String> cycle = graph.findCycle(index -> transactions.get(index).id());
    if (cycle.isPresent()) {
      return Finding.of(cyclic(strict, cycle.get()));
    }
    if (!absences.isEmpty()) {
      Finding found = new AbsentReads(graph, transactions, strict, untilNs).explain(absentReads());
      if (found.deleter() != null || !found.verdict().holds()) {
        return found;
      }
    }
    return Finding.of(
        Verdict.holds(
            "%d transactions, %d of them committed, are %s"
                .formatted(history.size(), transactions.size(), guarantee(strict))));
  }

  private Optional<String> add(TransactionRecord transaction) {
    int index = transactions.size();
    transactions.add(transaction);
    for (Map.Entry<String, Long> write : transaction.writes().entrySet()) {
      Integer other =
          writers
              .computeIfAbsent(write.getKey(), key -> new TreeMap<>())
              .put(write.getValue(), index);
      if (other != null) {
        return Optional.of(
            "%s and %s both wrote version %d of key %s"
                .formatted(
                    transactions.get(other).id(),
                    transaction.id(),
                    write.getValue(),
                    write.getKey()));
      }
    }
    return Optional.empty();
  }

  private DependencyGraph graph() {
    DependencyGraph graph = new DependencyGraph(transactions.size());
    writers.forEach((key, versions) -> addWriteOrder(graph, key, versions));
    for (int reader = 0; reader < transactions.size(); reader++) {
      for (Map.Entry<String, Long> read : transactions.get(reader).reads().entrySet()) {
        if (read.getValue() == TransactionRecord.ABSENT && deleters.containsKey(read.getKey())) {
          absences.computeIfAbsent(read.getKey(), key -> new ArrayList<>()).add(reader);
        } else {
          addRead(graph, reader, read.getKey(), read.getValue());
        }
      }
    }
    if (strict) {
      addRealTime(graph);
    }
    return graph;
  }

  private List<AbsentRead> absentReads() {
    List<AbsentRead> reads = new ArrayList<>();
    absences.forEach(
        (key, readers) -> {
          List<AbsentRead.Version> versions = new ArrayList<>();
          writers
              .getOrDefault(key, new TreeMap<>())
              .forEach(
                  (number, writer) ->
                      versions.add(
                          new AbsentRead.Version(
                              number, writer, transactions.get(writer).deletes().contains(key))));
          boolean mayBeFirst =
              versions.isEmpty() || !transactions.get(versions.get(0).writer()).isBeforeAll();
          List<TransactionRecord> unknown =
              deleters.get(key).stream()
                  .filter(one -> !one.writes().containsKey(key) || !effective.set().contains(one))
                  .toList();
          for (int reader : readers) {
            List<TransactionRecord> others =
                unknown.stream().filter(one -> one != transactions.get(reader)).toList();
            reads.add(new AbsentRead(reader, key, versions, mayBeFirst, others));
          }
        });
    return reads;
  }

  private static void addWriteOrder(
      DependencyGraph graph, String key, NavigableMap<Long, Integer> versions) {
    Map.Entry<Long, Integer> before = null;
    for (Map.Entry<Long, Integer> version : versions.entrySet()) {
      if (before != null) {
        graph.add(
            before.getValue(),
            version.getValue(),
            "wrote %s version %d, replaced by %d"
                .formatted(key, before.getKey(), version.getKey()));
      }
      before = version;
    }
  }

  private void addRead(DependencyGraph graph, int reader, String key, long version) {
    NavigableMap<Long, Integer> versions = writers.getOrDefault(key, new TreeMap<>());
    Integer writer = versions.get(version);
    if (writer != null) {
      graph.add(writer, reader, "wrote %s version %d, read there".formatted(key, version));
    }
    Map.Entry<Long, Integer> next = versions.higherEntry(version);
    if (next != null) {
      graph.add(
          reader,
          next.getValue(),
          "read %s version %d, replaced by %d".formatted(key, version, next.getKey()));
    }
  }

  /**
   * Adds real time as a chain of instants, which keeps the number of edges linear: each end leads
   * to the chain, and the chain leads to all transactions that began later.
   */
  private void addRealTime(DependencyGraph graph) {
    List<Integer> byEnd = new ArrayList<>();
    List<Integer> byBegin = new ArrayList<>();
    for (int i = 0; i < transactions.size(); i++) {
      byBegin.add(i);
      if (transactions.get(i).completedNanos() != Operation.NEVER) {
        byEnd.add(i);
      }
    }
    byEnd.sort(Comparator.comparingLong(i -> transactions.get(i).completedNanos()));
    byBegin.sort(Comparator.comparingLong(i -> transactions.get(i).invokedNanos()));
    int ended = 0;
    int instant = -1;
    for (int begun : byBegin) {
      while (ended < byEnd.size()
          && transactions.get(byEnd.get(ended)).endedBefore(transactions.get(begun))) {
        int later = graph.addInstant();
        graph.add(byEnd.get(ended), later, "had ended before the next began");
        if (instant >= 0) {
          graph.add(instant, later, "");
        }
        instant = later;
        ended++;
      }
      if (instant >= 0) {
        graph.add(instant, begun, "");
      }
    }
  }
}
