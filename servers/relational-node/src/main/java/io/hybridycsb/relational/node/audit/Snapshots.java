package io.hybridycsb.relational.node.audit;

import io.hybridycsb.relational.node.database.DatabaseFailure;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.database.SnapshotConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Snapshots of all nodes' databases, again and again, each time all of one height though the nodes
 * go on. They are short, since what was read in one stays locked until it ends. A node that can't
 * be read, or doesn't come to the height of the others in time, is a finding and left out from then
 * on.
 */
final class Snapshots implements AutoCloseable {
  private static final long PAUSE_MIN_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long PAUSE_MAX_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Beyond the longest wait for other nodes. */
  private static final int IDLE_MS = 10_000;

  private final Map<String, DatabaseOptions> databases;
  private final long timeoutNs;
  private final int idleMs;
  private final Findings findings;

  /** Nodes that others had to wait for come last: they have the most time then. */
  private final Map<String, SnapshotConnection> connections = new LinkedHashMap<>();

  private long height;

  /**
   * Connects.
   *
   * @param timeoutMs how long nodes may take to come to the same height, each time
   */
  Snapshots(Map<String, DatabaseOptions> databases, int timeoutMs, Findings findings) {
    this.databases = databases;
    this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    this.idleMs = IDLE_MS + timeoutMs;
    this.findings = findings;
    databases.forEach(
        (node, options) -> {
          try {
            connections.put(node, SnapshotConnection.open(options, idleMs));
          } catch (DatabaseFailure e) {
            findings.add(node, e.getMessage());
          }
        });
  }

  /**
   * Reads from snapshots of one height. What is read may fail, for instance because a table was
   * defined anew: then it is done once more with other snapshots, until there is no more time.
   *
   * @param question is asked of the nodes' snapshots, by the nodes' names
   * @throws DatabaseFailure if it has failed until the time was up
   */
  <T> T read(Function<Map<String, Snapshot>, T> question) {
    long ends = System.nanoTime() + timeoutNs;
    while (true) {
      Map<String, Snapshot> open = open();
      try {
        return question.apply(open);
      } catch (DatabaseFailure e) {
        if (System.nanoTime() - ends >= 0) {
          throw e;
        }
      } finally {
        open.values().forEach(Snapshot::close);
      }
      LockSupport.parkNanos(PAUSE_MAX_NS);
    }
  }

  /** The greatest height that something was read at. */
  long height() {
    return height;
  }

  private Map<String, Snapshot> open() {
    Map<String, Snapshot> open = new LinkedHashMap<>();
    Map<String, String> failures = new LinkedHashMap<>();
    List.copyOf(connections.keySet()).forEach(node -> begin(node, open, failures));
    long ends = System.nanoTime() + timeoutNs;
    long pause = PAUSE_MIN_NS;
    List<String> late = late(open);
    while (!late.isEmpty() && System.nanoTime() - ends < 0) {
      LockSupport.parkNanos(pause);
      pause = Math.min(PAUSE_MAX_NS, 2 * pause);
      for (String node : late) {
        Snapshot before = open.remove(node);
        if (before != null) {
          before.close();
        }
        begin(node, open, failures);
        connections.put(node, connections.remove(node));
      }
      late = late(open);
    }
    long reached = highest(open);
    for (String node : late) {
      leaveOut(node, open.remove(node), reached, failures.get(node));
    }
    height = Math.max(height, reached);
    return inOrder(open);
  }

  /** Those that are not open, and those that are behind. */
  private List<String> late(Map<String, Snapshot> open) {
    long highest = highest(open);
    return connections.keySet().stream()
        .filter(node -> !open.containsKey(node) || open.get(node).height() < highest)
        .toList();
  }

  private static long highest(Map<String, Snapshot> open) {
    return open.values().stream().mapToLong(Snapshot::height).max().orElse(0);
  }

  private Map<String, Snapshot> inOrder(Map<String, Snapshot> open) {
    Map<String, Snapshot> ordered = new LinkedHashMap<>();
    databases.keySet().stream()
        .filter(open::containsKey)
        .forEach(node -> ordered.put(node, open.get(node)));
    return ordered;
  }

  /** Connects again if the connection is lost. */
  private void begin(String node, Map<String, Snapshot> open, Map<String, String> failures) {
    try {
      if (connections.get(node) == null) {
        connections.put(node, SnapshotConnection.open(databases.get(node), idleMs));
      }
      open.put(node, connections.get(node).begin());
    } catch (DatabaseFailure e) {
      failures.put(node, e.getMessage());
      closeConnection(node);
      connections.put(node, null);
    }
  }

  private void closeConnection(String node) {
    SnapshotConnection connection = connections.get(node);
    if (connection != null) {
      connection.close();
    }
  }

  private void leaveOut(String node, Snapshot behind, long reached, String failure) {
    if (behind == null) {
      findings.add(node, failure);
    } else {
      findings.add(
          node,
          "its database is at height %d, others are at %d; does it run, and what does its log say?"
              .formatted(behind.height(), reached));
      behind.close();
    }
    closeConnection(node);
    connections.remove(node);
  }

  @Override
  public void close() {
    List.copyOf(connections.keySet()).forEach(this::closeConnection);
  }
}
