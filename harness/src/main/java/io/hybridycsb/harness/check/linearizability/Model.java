package io.hybridycsb.harness.check.linearizability;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A consistency model for one key. In each model, writes take effect one after another, each
 * between its invocation and its answer. The models differ in how old a read may be. A weaker model
 * is therefore linearizability of the same history with earlier invocations of reads; for sessions,
 * the order must also respect that of each client.
 */
public enum Model {
  /** A read, too, takes effect between its invocation and its answer. */
  LINEARIZABLE("linearizable"),
  /** A read may be stale, but not older than what the same client has read or written before. */
  SESSION("session"),
  /** A read may be arbitrarily old, but what it shows was there at one instant. */
  COMMITTED("committed");

  private final String title;

  Model(String title) {
    this.title = title;
  }

  /** The name for users. */
  public String title() {
    return title;
  }

  @Override
  public String toString() {
    return title;
  }

  /**
   * The earliest instant for each move to take effect, in their order.
   *
   * @param before the result of {@link #before} for the same moves
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
   * For each move, the move that must take effect before it regardless of their times, or -1: for a
   * session's read, its client's last answered operation.
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
    return IntStream.range(0, moves.size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> moves.get(i).invokedNs()))
        .toList();
  }
}
