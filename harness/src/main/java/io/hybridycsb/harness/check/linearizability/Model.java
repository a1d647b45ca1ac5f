package io.hybridycsb.harness.check.linearizability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a key's operations. In each model, writes take effect one after another, each
 * between its invocation and its answer; they differ in how old a read may be. So a weaker model is
 * linearizability of the same history with reads that seem to have begun earlier, and for sessions
 * in an order that keeps to that of each client.
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

  /**
   * When each move may take effect at the earliest, in the order of the moves.
   *
   * @param before what {@link #before} tells of the same moves
   */
  long[] earliest(List<Move> moves, int[] before) {
    long[] earliest = moves.stream().mapToLong(Move::invokedNs).toArray();
    if (this != LINEARIZABLE) {
      for (int i : byInvocation(moves)) {
        if (moves.get(i).isRead()) {
          earliest[i] = before[i] < 0 ? Long.MIN_VALUE : earliest[before[i]];
        }
      }
    }
    return earliest;
  }

  /**
   * For each move the one that must take effect before it whatever their times: for a session's
   * read what its client did last and had an answer to. Where there is none, -1.
   */
  int[] before(List<Move> moves) {
    int[] before = new int[moves.size()];
    Arrays.fill(before, -1);
    if (this == SESSION) {
      Map<String, Integer> last = new HashMap<>();
      for (int i : byInvocation(moves)) {
        String client = moves.get(i).operation().process();
        if (moves.get(i).isRead()) {
          before[i] = last.getOrDefault(client, -1);
        }
        if (!moves.get(i).isPending()) {
          last.put(client, i);
        }
      }
    }
    return before;
  }

  private static List<Integer> byInvocation(List<Move> moves) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < moves.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingLong(i -> moves.get(i).invokedNs()));
    return order;
  }
}
