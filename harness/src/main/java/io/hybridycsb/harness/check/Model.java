package io.hybridycsb.harness.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a key's operations. In each model, writes take effect one after another, each
 * between its invocation and its answer; they differ in how old a read may be. So a weaker model is
 * linearizability of the same history with reads that seem to have begun earlier.
 */
public enum Model {
  /** A read, too, takes effect between its invocation and its answer. */
  LINEARIZABLE("linearizable"),
  /** A read may be older, but not older than what the same client has read or written before. */
  SESSION("session"),
  /** A read may be as old as it likes, but what it shows was there at an instant. */
  COMMITTED("committed");

  private final String title;

  Model(String title) {
    this.title = title;
  }

  /** The name that users know it by. */
  public String title() {
    return title;
  }

  @Override
  public String toString() {
    return title;
  }

  /** When each move may take effect at the earliest, in the order of the moves. */
  long[] earliest(List<Move> moves) {
    long[] earliest = moves.stream().mapToLong(Move::invokedNs).toArray();
    if (this == LINEARIZABLE) {
      return earliest;
    }
    Map<String, Long> lastEnds = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < earliest.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingLong(i -> moves.get(i).invokedNs()));
    for (int i : order) {
      Move move = moves.get(i);
      String client = move.operation().process();
      if (move.isRead()) {
        earliest[i] = this == COMMITTED ? Long.MIN_VALUE : justAfter(lastEnds.get(client), move);
      }
      if (!move.isPending()) {
        lastEnds.put(client, move.completedNs());
      }
    }
    return earliest;
  }

  private static long justAfter(Long lastEnd, Move move) {
    return lastEnd == null ? Long.MIN_VALUE : Math.min(move.invokedNs(), lastEnd + 1);
  }
}
