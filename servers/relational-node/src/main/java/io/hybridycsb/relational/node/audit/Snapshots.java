package io.hybridycsb.relational.node.audit;

import io.hybridycsb.relational.node.database.DatabaseFailure;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A snapshot of each node's database, all of one height though the nodes go on. */
final class Snapshots implements AutoCloseable {
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Map<String, Snapshot> open = new LinkedHashMap<>();

  private Snapshots() {}

  /**
   * Opens those that can be. A node that doesn't come to the height of the others in time is left
   * out.
   */
  static Snapshots open(Map<String, DatabaseOptions> nodes, int timeoutMs, Findings findings) {
    Snapshots snapshots = new Snapshots();
    Map<String, DatabaseOptions> reached = new LinkedHashMap<>();
    nodes.forEach(
        (node, options) -> {
          try {
            snapshots.open.put(node, Snapshot.open(options));
            reached.put(node, options);
          } catch (DatabaseFailure e) {
            findings.add(node, e.getMessage());
          }
        });
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (!snapshots.behind().isEmpty() && System.nanoTime() - ends < 0) {
      LockSupport.parkNanos(PAUSE_NS);
      for (String node : snapshots.behind()) {
        snapshots.open.put(node, again(snapshots.open.get(node), reached.get(node)));
      }
    }
    for (String node : snapshots.behind()) {
      findings.add(
          node,
          "its database is at height %d, others are at %d; does it run, and what does its log say?"
              .formatted(snapshots.open.get(node).height(), snapshots.height()));
      snapshots.open.remove(node).close();
    }
    return snapshots;
  }

  private static Snapshot again(Snapshot before, DatabaseOptions options) {
    try {
      Snapshot later = Snapshot.open(options);
      before.close();
      return later;
    } catch (DatabaseFailure e) {
      return before;
    }
  }

  private List<String> behind() {
    long height = height();
    return open.entrySet().stream()
        .filter(node -> node.getValue().height() < height)
        .map(Map.Entry::getKey)
        .toList();
  }

  long height() {
    return open.values().stream().mapToLong(Snapshot::height).max().orElse(0);
  }

  Map<String, Snapshot> nodes() {
    return open;
  }

  @Override
  public void close() {
    open.values().forEach(Snapshot::close);
  }
}
