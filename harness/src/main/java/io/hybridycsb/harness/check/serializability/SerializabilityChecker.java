package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Serializability of transactions by their dependencies (Adya, Liskov, O'Neil, ICDE 2000): they are
 * serializable if the dependency graph has no cycle. They are strictly serializable if there is
 * still no cycle when each transaction also depends on all that had ended before it began.
 *
 * <p>All versions of a key are known and ordered, so nothing is searched: the check takes time
 * linear in the history. A deleted key must not come back, because its absence has no version.
 */
public final class SerializabilityChecker {
  private final boolean strict;
  private final List<TransactionRecord> transactions = new ArrayList<>();
  private final Map<String, NavigableMap<Long, Integer>> writers = new HashMap<>();

  private SerializabilityChecker(boolean strict) {
    this.strict = strict;
  }

  /** Whether some serial order of the committed transactions explains them. */
  public static Verdict serializable(List<TransactionRecord> history) {
    return new SerializabilityChecker(false).check(history);
  }

  /** Whether some serial order that also agrees with real time explains them. */
  public static Verdict strictlySerializable(List<TransactionRecord> history) {
    return new SerializabilityChecker(true).check(history);
  }

  private Verdict check(List<TransactionRecord> history) {
    EffectiveTransactions effective = EffectiveTransactions.of(history);
    Optional<String> wrong = effective.readOfNothing();
    for (TransactionRecord transaction : effective.transactions()) {
      wrong = wrong.or(() -> add(transaction));
    }
    if (wrong.isPresent()) {
      return Verdict.violated(wrong.get());
    }
    Optional<String> cycle = graph().findCycle(index -> transactions.get(index).id());
    String guarantee = strict ? "strictly serializable" : "serializable";
    return cycle
        .map(
            text ->
                Verdict.violated("not " + guarantee + ", each must come before the next:" + text))
        .orElseGet(
            () ->
                Verdict.holds(
                    "%d transactions, %d of them committed, are %s"
                        .formatted(history.size(), transactions.size(), guarantee)));
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
        addRead(graph, reader, read.getKey(), read.getValue());
      }
    }
    if (strict) {
      addRealTime(graph);
    }
    return graph;
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
      while (ended < byEnd.size() && endsBefore(byEnd.get(ended), begun)) {
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

  private boolean endsBefore(int first, int second) {
    return transactions.get(first).completedNanos() < transactions.get(second).invokedNanos();
  }
}
