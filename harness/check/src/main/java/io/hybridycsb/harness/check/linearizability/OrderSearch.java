package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Searches an order of the moves on one key that respects real time and explains every answer: Wing
 * and Gong's search (JPDC 1993) with Lowe's memory of the configurations seen (CCPE 2017). A
 * configuration is the set of moves that have taken effect, and the key's state after them.
 *
 * <p>A read is only looked for within its {@link Windows window}. One that fits the current state
 * is taken at once and never moved. It changes nothing, so an order with the read at a later place
 * is also valid with it here.
 */
final class OrderSearch {
  private final Move[] moves;
  private final int[] initial;
  private final long[] earliest;
  private final long[] latest;

  /** The moves that must have taken effect before this one does. */
  private final int[][] before;

  /** Moves below this number have ended; the others have unknown outcomes. */
  private final int completed;

  private final SearchLimits limits;
  private final BitSet effective = new BitSet();
  private final Set<Configuration> seen = new HashSet<>();
  private long seenBytes;
  private int completedLeft;

  private record Configuration(int low, BitSet completed, BitSet unknown, List<Integer> state) {
    /** Of this, and of its place in a hash set, on a heap below 32 GB. */
    private static final int OBJECTS_BYTES = 200;

    private static final int NUMBER_BYTES = 20;

    long bytes() {
      return OBJECTS_BYTES
          + (completed.size() + unknown.size()) / Byte.SIZE
          + (long) NUMBER_BYTES * state.size();
    }
  }

  /** One step of the search: a state, the reads taken at it, and where to go on. */
  private static final class Step {
    final int[] state;
    final List<Integer> absorbed = new ArrayList<>();
    int next;
    int chosen = -1;

    Step(int[] state) {
      this.state = state;
    }
  }

  OrderSearch(KeyHistory key, Windows windows, Model model, SearchLimits limits) {
    List<Move> history = key.moves();
    int[][] predecessors = ModelRules.before(model, history);
    long[] begin = ModelRules.earliest(model, history, predecessors);
    long[] end = history.stream().mapToLong(Move::completedNs).toArray();
    for (int i = 0; i < begin.length; i++) {
      if (history.get(i).isRead()) {
        begin[i] = Math.max(begin[i], windows.from(history.get(i)));
        end[i] = Math.min(end[i], windows.to(history.get(i)));
      }
    }
    List<Integer> order =
        IntStream.range(0, begin.length)
            .boxed()
            .sorted(
                Comparator.comparing((Integer i) -> history.get(i).isPending())
                    .thenComparing(i -> begin[i]))
            .toList();
    this.moves = order.stream().map(history::get).toArray(Move[]::new);
    this.initial = key.initial();
    this.earliest = order.stream().mapToLong(i -> begin[i]).toArray();
    this.latest = order.stream().mapToLong(i -> end[i]).toArray();
    int[] places = new int[begin.length];
    for (int place = 0; place < places.length; place++) {
      places[order.get(place)] = place;
    }
    this.before =
        order.stream()
            .map(i -> Arrays.stream(predecessors[i]).map(other -> places[other]).toArray())
            .toArray(int[][]::new);
    this.completed = (int) Arrays.stream(moves).filter(move -> !move.isPending()).count();
    this.limits = limits;
  }

  SearchResult run() {
    for (int i = 0; i < completed; i++) {
      if (earliest[i] > latest[i]) {
        return SearchResult.UNEXPLAINED;
      }
    }
    completedLeft = completed;
    List<Step> path = new ArrayList<>();
    enter(new Step(initial), path);
    while (completedLeft > 0) {
      Step step = path.get(path.size() - 1);
      int candidate = nextCandidate(step);
      if (candidate >= 0) {
        take(step, candidate, path);
        Optional<SearchResult> reached = limits.reached(seen.size(), seenBytes);
        if (reached.isPresent()) {
          return reached.get();
        }
      } else {
        path.remove(path.size() - 1);
        step.absorbed.forEach(this::clear);
        if (path.isEmpty()) {
          return SearchResult.UNEXPLAINED;
        }
        Step before = path.get(path.size() - 1);
        clear(before.chosen);
      }
    }
    return SearchResult.EXPLAINED;
  }

  /** The next move that may come first: no other remaining move had ended when it began. */
  private int nextCandidate(Step step) {
    long firstEnd = firstEnd();
    int index = effective.nextClearBit(step.next);
    while (index < moves.length) {
      if (earliest[index] > firstEnd) {
        if (index >= completed) {
          return -1;
        }
        index = completed - 1;
      } else if (isFree(index) && moves[index].after(step.state) != null) {
        step.next = index + 1;
        return index;
      }
      index = effective.nextClearBit(index + 1);
    }
    step.next = index;
    return -1;
  }

  private boolean isFree(int index) {
    for (int other : before[index]) {
      if (!effective.get(other)) {
        return false;
      }
    }
    return true;
  }

  private long firstEnd() {
    long end = Operation.NEVER;
    int index = effective.nextClearBit(0);
    while (index < completed && earliest[index] <= end) {
      end = Math.min(end, latest[index]);
      index = effective.nextClearBit(index + 1);
    }
    return end;
  }

  private void take(Step step, int candidate, List<Step> path) {
    Step next = new Step(moves[candidate].after(step.state));
    set(candidate);
    if (enter(next, path)) {
      step.chosen = candidate;
    } else {
      clear(candidate);
    }
  }

  /** Takes the reads that fit; returns false, with all undone, if this was tried already. */
  private boolean enter(Step step, List<Step> path) {
    boolean more = true;
    while (more) {
      more = absorb(step);
    }
    int low = Math.min(effective.nextClearBit(0), completed);
    Configuration configuration =
        new Configuration(
            low,
            effective.get(low, completed),
            effective.get(completed, moves.length),
            Arrays.stream(step.state).boxed().toList());
    if (!seen.add(configuration)) {
      step.absorbed.forEach(this::clear);
      return false;
    }
    seenBytes += configuration.bytes();
    path.add(step);
    return true;
  }

  private boolean absorb(Step step) {
    long firstEnd = firstEnd();
    int absorbedBefore = step.absorbed.size();
    int index = effective.nextClearBit(0);
    while (index < completed && earliest[index] <= firstEnd) {
      if (moves[index].isRead() && isFree(index) && moves[index].after(step.state) == step.state) {
        set(index);
        step.absorbed.add(index);
      }
      index = effective.nextClearBit(index + 1);
    }
    return step.absorbed.size() > absorbedBefore;
  }

  private void set(int index) {
    effective.set(index);
    completedLeft -= index < completed ? 1 : 0;
  }

  private void clear(int index) {
    effective.clear(index);
    completedLeft += index < completed ? 1 : 0;
  }
}
