package io.hybridycsb.harness.check;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Operations that no order explains, as a text for people. */
final class Counterexample {
  private Counterexample() {}

  static String text(String key, List<Operation> operations) {
    List<Operation> sorted =
        operations.stream().sorted(Comparator.comparingLong(Operation::invokedNanos)).toList();
    long start = sorted.isEmpty() ? 0 : sorted.get(0).invokedNanos();
    StringBuilder text =
        new StringBuilder(
            "no order of these operations on key %s explains what they answered:".formatted(key));
    for (Operation operation : sorted) {
      text.append(
          "%n  %10s ms .. %10s ms  %-10s %s"
              .formatted(
                  millis(operation.invokedNanos() - start),
                  operation.isPending() ? "?" : millis(operation.completedNanos() - start),
                  operation.process(),
                  describe(operation)));
    }
    return text.toString();
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }

  private static String describe(Operation operation) {
    String text =
        switch (operation.kind()) {
          case READ -> "read " + shown(operation.value());
          case WRITE -> "wrote " + shown(operation.value());
          case DELETE -> "deleted";
          case COMPARE_AND_SET ->
              "replaced " + shown(operation.expected()) + " by " + shown(operation.value());
        };
    return operation.isPending() ? text + " (outcome unknown)" : text;
  }

  private static String shown(String value) {
    return value == null ? "nothing" : value;
  }
}
