package io.hybridycsb.veritas.client;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ledger heights that a client has seen, and the one that its next read has to show.
 *
 * <p>A height in a node's answer is the node's word alone. It is required as it is, so that a read
 * at another node shows no older state. Where nodes may lie, a height that no honest node need have
 * named is required only until so many nodes are below it that it can't have been decided. Where
 * nodes lie by intent, whoever named it is believed no more, and asked no more. Safe for use by
 * several threads.
 */
final class SeenHeights {
  private final List<String> nodes;
  private final int liarsMax;
  private final boolean liarsAreShunned;

  /** By place in {@link #nodes}. */
  private final long[] claims;

  private volatile Set<String> refuted = Set.of();
  private volatile long proved;
  private volatile long committed;
  private volatile long required;
  private volatile long vouched;

  /**
   * @param nodes their addresses
   * @param liarsMax how many of them may lie
   * @param liarsAreShunned whether one that named a wrong height is asked no more
   */
  SeenHeights(List<String> nodes, int liarsMax, boolean liarsAreShunned) {
    this.nodes = List.copyOf(nodes);
    this.liarsMax = liarsMax;
    this.liarsAreShunned = liarsAreShunned;
    claims = new long[nodes.size()];
  }

  /** Remembers a height that a node named. */
  void claimed(String node, long height) {
    if (height <= vouched) {
      return;
    }
    int place = nodes.indexOf(node);
    synchronized (this) {
      if (place >= 0 && height > claims[place] && !refuted.contains(node)) {
        claims[place] = height;
        update();
      }
    }
  }

  /** Remembers the height at which a node says that a transaction of this client is committed. */
  void committed(String node, long height) {
    claimed(node, height);
    if (height > committed && !refuted.contains(node)) {
      synchronized (this) {
        committed = Math.max(committed, height);
      }
    }
  }

  /** Remembers a height that enough nodes or validators have signed. */
  void proved(long height) {
    if (height > proved) {
      synchronized (this) {
        proved = Math.max(proved, height);
        update();
      }
    }
  }

  private void update() {
    long[] sorted = claims.clone();
    Arrays.sort(sorted);
    long named = sorted[sorted.length - 1 - liarsMax];
    vouched = Math.max(vouched, Math.max(proved, named));
    required = Math.max(vouched, sorted[sorted.length - 1]);
  }

  /** How many nodes may lie. */
  int liarsMax() {
    return liarsMax;
  }

  /** The height that the next read has to show. */
  long required() {
    return required;
  }

  /**
   * The height that the next verified read has to show, however stale other reads may be: what was
   * proved before, and this client's own commits.
   */
  long requiredOfProofs() {
    return Math.max(proved, Math.min(committed, required));
  }

  /** Whether the height is proved, or an honest node has named it or a greater one. */
  boolean isVouchedFor(long height) {
    return height <= vouched;
  }

  /** Whether a node has named a height that it can't have had. */
  boolean isRefuted(String node) {
    return refuted.contains(node);
  }

  /**
   * Compares what nodes have claimed with the heights at which nodes are. A block is decided by a
   * quorum of nodes, so when a quorum is still below it, after a while, there is no such block. Its
   * height is required no more.
   *
   * @param heights by the address of the node that named it just now
   * @param asked a height
   * @return whether that settles it: it is vouched for, or a quorum is below it, or all nodes have
   *     named theirs
   */
  synchronized boolean compare(Map<String, Long> heights, long asked) {
    int quorum = nodes.size() - liarsMax;
    heights.forEach(this::claimed);
    for (int i = 0; i < claims.length; i++) {
      long claim = claims[i];
      if (claim > vouched && below(heights, claim) >= quorum) {
        claims[i] = 0;
        shun(nodes.get(i));
      }
    }
    update();
    committed = Math.min(committed, required);
    return isVouchedFor(asked) || below(heights, asked) >= quorum || heights.size() == nodes.size();
  }

  private static long below(Map<String, Long> heights, long limit) {
    return heights.values().stream().filter(height -> height < limit).count();
  }

  private void shun(String node) {
    if (liarsAreShunned) {
      Set<String> more = new HashSet<>(refuted);
      more.add(node);
      refuted = Set.copyOf(more);
    }
  }
}
