package io.hybridycsb.relational.node.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.database.SnapshotConnection;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Snapshots of all nodes' databases, again and again, each time all of one height though the nodes
 * go on. They are short, since what was read in one stays locked until it ends. A node that can't
 * be read, or stays at another height than more than half of the others, is a finding and left out
 * from then on.
 */
final class Snapshots implements AutoCloseable {
  private static final long PAUSE_MIN_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long PAUSE_MAX_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Nodes whose heights rise are waited for so many times as long as one that stands. */
  private static final int RISING_TIMEOUTS = 6;

  /** Beyond the longest wait for other nodes. */
  private static final int IDLE_MS = 10_000;

  /** As many are asked of another node, at most, between two of one. */
  private static final int STATEMENTS = 4;

  /** Snapshots of one height. */
  static final class Common {
    private final Map<String, Snapshot> byNode;

    private Common(Map<String, Snapshot> byNode) {
      this.byNode = byNode;
    }

    /** The same of each node, by the nodes' names. */
    <T> Map<String, T> ask(Function<Snapshot, T> question) {
      Map<String, T> answers = new LinkedHashMap<>();
      byNode.forEach(
          (node, snapshot) -> {
            try {
              answers.put(node, question.apply(snapshot));
            } catch (DatabaseFailure e) {
              throw new Unreadable(node, e.getMessage(), e);
            } catch (RuntimeException e) {
              throw new Unreadable(node, "its database holds what no node writes: " + e, e);
            }
          });
      return answers;
    }
  }

  /** A node's answer is not to be had. */
  private static final class Unreadable extends RuntimeException {
    private final String node;

    private Unreadable(String node, String reason, RuntimeException cause) {
      super(reason, cause);
      this.node = node;
    }
  }

  private final Map<String, DatabaseOptions> databases;
  private final long timeoutNs;
  private final int idleMs;
  private final Findings findings;

  /**
   * Null for those that have none. Nodes that others had to wait for come last: they have the most
   * time then.
   */
  private final Map<String, SnapshotConnection> connections = new LinkedHashMap<>();

  private long height;

  /**
   * Connects with the first read.
   *
   * @param timeoutMs how long a node may stay at another height than the others, or can't be read
   */
  Snapshots(Map<String, DatabaseOptions> databases, int timeoutMs, Findings findings) {
    this.databases = databases;
    this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    this.idleMs = IDLE_MS + 2 * timeoutMs + answersMs(databases);
    this.findings = findings;
    databases.keySet().forEach(node -> connections.put(node, null));
  }

  /** How long all databases together may take to answer, while one has to keep its snapshot. */
  private static int answersMs(Map<String, DatabaseOptions> databases) {
    return databases.values().stream().mapToInt(options -> STATEMENTS * options.timeoutMs()).sum();
  }

  /**
   * Reads from snapshots of one height. What is read of a node may fail, for instance because a
   * table was defined again: then all is done once more with other snapshots. A node of which it
   * fails until its time is up is left out.
   *
   * @param question may be asked again
   */
  <T> T read(Function<Common, T> question) {
    Map<String, Long> ends = new HashMap<>();
    while (true) {
      Map<String, Snapshot> open = open();
      try {
        return question.apply(new Common(open));
      } catch (Unreadable e) {
        long now = System.nanoTime();
        if (now - ends.computeIfAbsent(e.node, node -> now + timeoutNs) >= 0) {
          leaveOut(e.node, e.getMessage());
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
    Map<String, String> failures = new HashMap<>();
    Heights heights = new Heights(timeoutNs);
    long began = System.nanoTime();
    long judged = began;
    long pause = PAUSE_MIN_NS;
    List<String> late = List.copyOf(connections.keySet());
    begin(late, open, failures, heights);
    late = late(heights);
    while (!late.isEmpty()) {
      LockSupport.parkNanos(pause);
      boolean rose = begin(late, open, failures, heights);
      // One that rises is met only by looking often.
      pause = rose ? PAUSE_MIN_NS : Math.min(PAUSE_MAX_NS, 2 * pause);
      if (System.nanoTime() - judged >= timeoutNs) {
        begin(List.copyOf(connections.keySet()), open, failures, heights);
        judged = System.nanoTime();
        boolean patient = judged - began < RISING_TIMEOUTS * timeoutNs;
        if (leaveOutLost(open, failures, heights, patient)) {
          began = judged;
        }
      }
      late = late(heights);
      late.forEach(node -> connections.put(node, connections.remove(node)));
    }
    height = Math.max(height, heights.highest());
    return inOrder(open);
  }

  /** Those that can't be read, and those that are behind. */
  private List<String> late(Heights heights) {
    long highest = heights.highest();
    return connections.keySet().stream()
        .filter(node -> !heights.isReadable(node) || heights.height(node) < highest)
        .toList();
  }

  private Map<String, Snapshot> inOrder(Map<String, Snapshot> open) {
    Map<String, Snapshot> ordered = new LinkedHashMap<>();
    databases.keySet().stream()
        .filter(open::containsKey)
        .forEach(node -> ordered.put(node, open.get(node)));
    return ordered;
  }

  /** Returns whether the height of one is another than before. */
  private boolean begin(
      List<String> nodes,
      Map<String, Snapshot> open,
      Map<String, String> failures,
      Heights heights) {
    boolean rose = false;
    for (String node : nodes) {
      Snapshot before = open.remove(node);
      if (before != null) {
        before.close();
      }
      try {
        if (connections.get(node) == null) {
          connections.put(node, SnapshotConnection.open(databases.get(node), idleMs));
        }
        Snapshot snapshot = connections.get(node).begin();
        open.put(node, snapshot);
        rose |= heights.saw(node, snapshot.height(), System.nanoTime());
      } catch (DatabaseFailure e) {
        heights.failed(node, System.nanoTime());
        failures.put(node, e.getMessage());
        closeConnection(node);
        connections.put(node, null);
      }
    }
    return rose;
  }

  private void closeConnection(String node) {
    SnapshotConnection connection = connections.get(node);
    if (connection != null) {
      connection.close();
    }
  }

  /** Returns whether any was left out. */
  private boolean leaveOutLost(
      Map<String, Snapshot> open, Map<String, String> failures, Heights heights, boolean patient) {
    long reached = heights.reached();
    List<String> lost = heights.lost(System.nanoTime(), patient);
    for (String node : lost) {
      leaveOut(node, open, heights, why(node, failures, heights, reached));
    }
    if (!patient && lost.isEmpty() && !late(heights).isEmpty()) {
      String farthest = heights.farthest();
      leaveOut(
          farthest,
          open,
          heights,
          "its database rises, is at height %d, and was never seen at the height of all others, of which most have reached %d: it is not compared; look whether all nodes run, and audit again when fewer blocks come"
              .formatted(heights.height(farthest), reached));
      return true;
    }
    return !lost.isEmpty();
  }

  private static String why(
      String node, Map<String, String> failures, Heights heights, long reached) {
    if (!heights.isReadable(node)) {
      return failures.get(node);
    }
    long own = heights.height(node);
    return own > reached
        ? "its database is at height %d, and no more than half of the nodes have come further than %d; was relational_blocks changed, or don't the others run?"
            .formatted(own, reached)
        : "its database is at height %d, others are at %d; does it run, and what does its log say?"
            .formatted(own, Math.max(reached, heights.highest()));
  }

  private void leaveOut(String node, Map<String, Snapshot> open, Heights heights, String finding) {
    Snapshot snapshot = open.remove(node);
    if (snapshot != null) {
      snapshot.close();
    }
    heights.leftOut(node);
    leaveOut(node, finding);
  }

  private void leaveOut(String node, String finding) {
    findings.add(node, finding);
    closeConnection(node);
    connections.remove(node);
  }

  @Override
  public void close() {
    List.copyOf(connections.keySet()).forEach(this::closeConnection);
  }
}
