package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.Operation.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Linearizability of registers (Herlihy and Wing, TOPLAS 1990): every operation takes effect at one
 * instant between its invocation and its answer. A history is linearizable if it is so key by key,
 * so each key is checked alone. All keys are absent at first. Written values must differ within a
 * key, or the counterexample may be larger than it need be; the verdict is right in any case.
 */
public final class LinearizabilityChecker {
  private static final long DEFAULT_CONFIGURATIONS_MAX = 1_000_000;

  private final long configurationsMax;

  public LinearizabilityChecker() {
    this(DEFAULT_CONFIGURATIONS_MAX);
  }

  /**
   * @param configurationsMax a key's search is given up after so many configurations
   */
  public LinearizabilityChecker(long configurationsMax) {
    this.configurationsMax = configurationsMax;
  }

  /** Checks a history; a violation of any key comes before an undecided one. */
  public Verdict check(List<Operation> history) {
    Map<String, List<Operation>> byKey =
        history.stream()
            .collect(Collectors.groupingBy(Operation::key, TreeMap::new, Collectors.toList()));
    List<String> undecided = new ArrayList<>();
    for (Map.Entry<String, List<Operation>> entry : byKey.entrySet()) {
      List<Operation> operations = relevant(entry.getValue());
      switch (search(operations)) {
        case EXPLAINED -> {}
        case UNEXPLAINED -> {
          return Verdict.violated(Counterexample.text(entry.getKey(), shrink(operations)));
        }
        case GIVEN_UP -> undecided.add(entry.getKey());
      }
    }
    return undecided.isEmpty()
        ? Verdict.holds(
            "%d operations on %d keys are linearizable".formatted(history.size(), byKey.size()))
        : Verdict.undecided(
            "given up after %d configurations at keys %s"
                .formatted(configurationsMax, String.join(", ", undecided)));
  }

  private RegisterSearch.Result search(List<Operation> operations) {
    return new RegisterSearch(operations, configurationsMax).run();
  }

  /**
   * Leaves out what cannot matter: unanswered reads, and writes of unknown outcome whose value
   * nobody has seen, for if the others can be explained at all, they can be without these.
   */
  private static List<Operation> relevant(List<Operation> operations) {
    Set<String> observed = new HashSet<>();
    for (Operation operation : operations) {
      if (operation.kind() == Kind.READ && !operation.isPending()) {
        observed.add(operation.value());
      } else if (operation.kind() == Kind.COMPARE_AND_SET) {
        observed.add(operation.expected());
      }
    }
    return operations.stream()
        .filter(
            operation ->
                !operation.isPending()
                    || (operation.kind() != Kind.READ && observed.contains(operation.value())))
        .toList();
  }

  private boolean isViolation(List<Operation> operations) {
    return search(relevant(operations)) == RegisterSearch.Result.UNEXPLAINED;
  }

  /** The shortest prefix in time that is a violation, then without all that can be left out. */
  private List<Operation> shrink(List<Operation> operations) {
    List<Long> ends =
        operations.stream().map(Operation::completedNanos).distinct().sorted().toList();
    int low = 0;
    int high = ends.size() - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (isViolation(prefix(operations, ends.get(middle)))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return withoutNeedless(relevant(prefix(operations, ends.get(high))));
  }

  /** What was known at an instant: calls that had not ended are unanswered. */
  private static List<Operation> prefix(List<Operation> operations, long end) {
    return operations.stream()
        .filter(operation -> operation.invokedNanos() <= end)
        .map(operation -> operation.completedNanos() <= end ? operation : operation.asPending())
        .toList();
  }

  /**
   * Removes reads one by one, and values with all operations that mention them, as long as a
   * violation is left. Both keep linearizable histories linearizable, so what is left is a
   * violation of the whole history.
   */
  private List<Operation> withoutNeedless(List<Operation> operations) {
    List<Operation> left = new ArrayList<>(operations);
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (Operation operation : List.copyOf(left)) {
        List<Operation> rest = without(left, operation);
        if (rest.size() < left.size() && isViolation(rest)) {
          left = rest;
          smaller = true;
        }
      }
    }
    return left;
  }

  private static List<Operation> without(List<Operation> operations, Operation removed) {
    if (removed.kind() == Kind.READ) {
      return operations.stream().filter(operation -> operation != removed).toList();
    }
    boolean removable =
        removed.kind() == Kind.WRITE
            && operations.stream().noneMatch(o -> o.kind() == Kind.COMPARE_AND_SET);
    if (!removable) {
      return operations;
    }
    return operations.stream()
        .filter(operation -> !removed.value().equals(operation.value()))
        .toList();
  }
}
