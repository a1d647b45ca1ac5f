package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Bisection;
import io.hybridycsb.harness.system.Model;
import java.util.List;

/**
 * Makes a violation small. No removal can turn a correct history into a violation, so what remains
 * proves a violation of the whole history. The removals are:
 *
 * <ul>
 *   <li>everything after an instant: operations that had not ended get unknown outcomes,
 *   <li>a field, in all operations,
 *   <li>a read,
 *   <li>a write, together with all reads that show any of its values: the other reads see the
 *       values before it, or those that overwrote it.
 * </ul>
 */
record Shrinking(Model model, SearchLimits limits) {
  KeyHistory shrink(KeyHistory violation) {
    KeyHistory left = withoutSlots(shortestPrefix(violation).withoutUnseen());
    return withoutNeedless(left);
  }

  private boolean isViolation(KeyHistory history) {
    return limits.reached(0, 0).isEmpty()
        && history.search(model, limits) == SearchResult.UNEXPLAINED;
  }

  private KeyHistory shortestPrefix(KeyHistory history) {
    List<Long> ends =
        history.moves().stream()
            .filter(move -> !move.isPending())
            .map(Move::completedNs)
            .distinct()
            .sorted()
            .toList();
    int last = ends.size() - 1;
    int shortest = Bisection.first(0, last, index -> isViolation(prefix(history, ends.get(index))));
    return shortest < last ? prefix(history, ends.get(shortest)) : history;
  }

  /** The history as known at an instant: calls that had not ended are unanswered. */
  private static KeyHistory prefix(KeyHistory history, long end) {
    return history.with(
        history.moves().stream()
            .filter(move -> move.invokedNs() <= end)
            .filter(move -> move.completedNs() <= end || !move.isRead())
            .map(move -> move.completedNs() <= end ? move : move.asPending())
            .toList());
  }

  private KeyHistory withoutSlots(KeyHistory history) {
    KeyHistory left = history;
    for (int slot = 0; slot < history.slots(); slot++) {
      int gone = slot;
      KeyHistory rest = left.mapped(move -> move.withoutSlot(gone));
      if (isViolation(rest)) {
        left = rest;
      }
    }
    return left;
  }

  private KeyHistory withoutNeedless(KeyHistory history) {
    KeyHistory left = history;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (int i = left.moves().size() - 1; i >= 0; i--) {
        if (i < left.moves().size()) {
          Move removed = left.moves().get(i);
          KeyHistory rest =
              left.with(
                  left.moves().stream()
                      .filter(move -> move != removed && !move.observes(removed))
                      .toList());
          if (isViolation(rest)) {
            left = rest;
            smaller = true;
          }
        }
      }
    }
    return left;
  }
}
