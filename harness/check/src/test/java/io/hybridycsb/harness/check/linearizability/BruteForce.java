package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Tries all orders of a small history on one key, by the definition and without any cleverness. */
final class BruteForce {
  private final Set<String> fields = new HashSet<>();
  private final Model model;

  private BruteForce(List<Operation> history, Model model) {
    this.model = model;
    for (Operation operation : history) {
      if (operation.found() != null) {
        fields.addAll(operation.found().fields().keySet());
      }
      if (operation.written() != null) {
        fields.addAll(operation.written().fields().keySet());
      }
    }
  }

  /** Whether an absent key may have answered like this. */
  static boolean isLinearizable(List<Operation> history) {
    return keepsTo(Model.LINEARIZABLE, history);
  }

  /** The same where reads may be old; a session's never older than what their client did before. */
  static boolean keepsTo(Model model, List<Operation> history) {
    return new BruteForce(history, model).hasOrder(history, null);
  }

  private boolean mustComeAfter(Operation next, Operation other) {
    boolean mayBeOld = model != Model.LINEARIZABLE && next.kind() == Operation.Kind.READ;
    return other.completedNanos() < next.invokedNanos()
        && (!mayBeOld || (model == Model.SESSION && other.process().equals(next.process())));
  }

  private boolean hasOrder(List<Operation> left, Map<String, String> state) {
    if (left.stream().allMatch(Operation::isPending)) {
      return true;
    }
    for (Operation next : left) {
      boolean first = left.stream().noneMatch(other -> mustComeAfter(next, other));
      if (first && (next.isPending() || explains(state, next.found()))) {
        boolean readWithoutAnswer = next.isPending() && next.written() == null;
        List<Operation> rest = new ArrayList<>(left);
        rest.remove(next);
        if (!readWithoutAnswer
            && explains(state, next.found())
            && hasOrder(rest, after(state, next))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean explains(Map<String, String> state, Contents found) {
    if (found == null) {
      return true;
    }
    if (state == null || !found.isPresent()) {
      return state == null && !found.isPresent();
    }
    Set<String> known = new HashSet<>(found.fields().keySet());
    known.addAll(found.asked() == null ? fields : found.asked());
    return known.stream().allMatch(f -> Objects.equals(state.get(f), found.fields().get(f)));
  }

  private static Map<String, String> after(Map<String, String> state, Operation operation) {
    return switch (operation.kind()) {
      case READ, SCANNED -> state;
      case DELETE -> null;
      case WRITE -> operation.written().fields();
      case MERGE -> {
        Map<String, String> merged = new HashMap<>(state == null ? Map.of() : state);
        merged.putAll(operation.written().fields());
        yield merged;
      }
    };
  }
}
