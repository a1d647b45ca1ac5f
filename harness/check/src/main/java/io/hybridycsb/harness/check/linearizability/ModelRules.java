package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Operation.Kind;
import io.hybridycsb.harness.system.Model;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * When the moves of a history may take effect under a {@link Model}. A weaker model is
 * linearizability of the same history with earlier invocations of reads; for sessions, the order
 * must also respect that of each session. How early a session's read may be follows from what the
 * session has seen on all records: see {@link SessionBounds}.
 */
final class ModelRules {
  private static final int[] NONE = {};

  private ModelRules() {}

  /** The session that an operation is part of; null if it is part of none. */
  static String session(Model model, Operation operation) {
    if (operation.kind() == Kind.SCANNED) {
      return null;
    }
    return switch (model) {
      case LINEARIZABLE, COMMITTED -> null;
      case SESSION -> operation.process();
      case PROCESS_SESSION -> {
        int thread = operation.process().lastIndexOf('/');
        yield thread < 0 ? operation.process() : operation.process().substring(0, thread);
      }
    };
  }

  /**
   * The earliest instant for each move to take effect, in their order, as far as neither values nor
   * other moves tell more.
   *
   * @param before the result of {@link #before} for the same moves
   */
  static long[] earliest(Model model, List<Move> moves, int[][] before) {
    long[] earliest = moves.stream().mapToLong(Move::invokedNs).toArray();
    for (int i : byInvocation(moves)) {
      Move move = moves.get(i);
      if (move.isRead()
          && (model != Model.LINEARIZABLE || move.operation().kind() == Kind.SCANNED)) {
        earliest[i] = session(model, move.operation()) == null ? Long.MIN_VALUE : move.seenNs();
        for (int other : before[i]) {
          earliest[i] = Math.max(earliest[i], earliest[other]);
        }
      }
    }
    return earliest;
  }

  /**
   * For each move, the moves that must take effect before it regardless of their times: for a
   * session's read, the last operation that each thread of the session had ended. Those are left
   * out that come before another one of these anyway.
   */
  static int[][] before(Model model, List<Move> moves) {
    int[][] before = new int[moves.size()][];
    Arrays.fill(before, NONE);
    if (model == Model.LINEARIZABLE || model == Model.COMMITTED) {
      return before;
    }
    List<Integer> ended =
        IntStream.range(0, before.length)
            .filter(i -> !moves.get(i).isPending())
            .filter(i -> session(model, moves.get(i).operation()) != null)
            .boxed()
            .sorted(Comparator.comparingLong(i -> moves.get(i).completedNs()))
            .toList();
    Map<String, Map<String, Integer>> last = new HashMap<>();
    int next = 0;
    for (int i : byInvocation(moves)) {
      while (next < ended.size()
          && moves.get(ended.get(next)).completedNs() < moves.get(i).invokedNs()) {
        Operation operation = moves.get(ended.get(next)).operation();
        last.computeIfAbsent(session(model, operation), session -> new LinkedHashMap<>())
            .put(operation.process(), ended.get(next++));
      }
      String session = session(model, moves.get(i).operation());
      if (moves.get(i).isRead() && session != null && last.containsKey(session)) {
        before[i] = latest(last.get(session).values(), moves);
      }
    }
    return before;
  }

  /** Those that had not ended when the last one of them began. */
  private static int[] latest(Collection<Integer> ended, List<Move> moves) {
    long lastBegin = ended.stream().mapToLong(i -> moves.get(i).invokedNs()).max().orElseThrow();
    return ended.stream()
        .filter(i -> moves.get(i).completedNs() >= lastBegin)
        .mapToInt(i -> i)
        .toArray();
  }

  private static List<Integer> byInvocation(List<Move> moves) {
    return IntStream.range(0, moves.size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> moves.get(i).invokedNs()))
        .toList();
  }
}
