package io.hybridycsb.harness.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches an order of the operations on one key that respects real time and explains every answer:
 * Wing and Gong's search (JPDC 1993) with Lowe's memory of the configurations seen (CCPE 2017). A
 * configuration is the set of operations that have taken effect, and the key's value after them.
 */
final class RegisterSearch {
  private final List<Operation> operations;
  private final long configurationsMax;
  private final Set<Configuration> seen = new HashSet<>();
  private int completedLeft;

  private record Configuration(BitSet effective, String value) {}

  /** One step of the search: a configuration, and where to go on among its candidates. */
  private static final class Step {
    final String value;
    int next;
    int chosen = -1;

    Step(String value) {
      this.value = value;
    }
  }

  enum Result {
    EXPLAINED,
    UNEXPLAINED,
    GIVEN_UP
  }

  RegisterSearch(List<Operation> history, long configurationsMax) {
    operations = new ArrayList<>(history);
    operations.sort(Comparator.comparingLong(Operation::invokedNanos));
    this.configurationsMax = configurationsMax;
  }

  /** Begins with an absent key. */
  Result run() {
    BitSet effective = new BitSet(operations.size());
    completedLeft = (int) operations.stream().filter(o -> !o.isPending()).count();
    List<Step> path = new ArrayList<>();
    path.add(new Step(null));
    while (completedLeft > 0) {
      Step step = path.get(path.size() - 1);
      int candidate = nextCandidate(step, effective);
      if (candidate >= 0) {
        take(step, candidate, effective, path);
        if (seen.size() > configurationsMax) {
          return Result.GIVEN_UP;
        }
      } else {
        path.remove(path.size() - 1);
        if (path.isEmpty()) {
          return Result.UNEXPLAINED;
        }
        giveBack(path.get(path.size() - 1), effective);
      }
    }
    return Result.EXPLAINED;
  }

  /**
   * The next operation that may come first among those not yet effective: none of the others had
   * ended when it began.
   */
  private int nextCandidate(Step step, BitSet effective) {
    long firstEnd = firstEnd(effective);
    int index = effective.nextClearBit(step.next);
    while (index < operations.size() && operations.get(index).invokedNanos() <= firstEnd) {
      step.next = index + 1;
      if (operations.get(index).fits(step.value)) {
        return index;
      }
      index = effective.nextClearBit(step.next);
    }
    return -1;
  }

  private long firstEnd(BitSet effective) {
    long end = Operation.NEVER;
    int index = effective.nextClearBit(0);
    while (index < operations.size() && operations.get(index).invokedNanos() <= end) {
      end = Math.min(end, operations.get(index).completedNanos());
      index = effective.nextClearBit(index + 1);
    }
    return end;
  }

  private void take(Step step, int candidate, BitSet effective, List<Step> path) {
    Operation operation = operations.get(candidate);
    String value = operation.kind() == Operation.Kind.READ ? step.value : operation.value();
    effective.set(candidate);
    if (!seen.add(new Configuration((BitSet) effective.clone(), value))) {
      effective.clear(candidate);
      return;
    }
    step.chosen = candidate;
    completedLeft -= operation.isPending() ? 0 : 1;
    path.add(new Step(value));
  }

  private void giveBack(Step step, BitSet effective) {
    effective.clear(step.chosen);
    completedLeft += operations.get(step.chosen).isPending() ? 0 : 1;
    step.chosen = -1;
  }
}
