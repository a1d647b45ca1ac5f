package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.process.ProcessSpec;
import java.util.ArrayList;
import java.util.List;

/** In which order processes are killed that are to die as on a machine that loses its power. */
final class KillOrder {
  private KillOrder() {}

  /**
   * Each process before those that it ends with, otherwise as given. Killed after them, it could
   * notice their end first, and end in order: the others would see what no crash shows them.
   *
   * @throws IllegalArgumentException if processes end with each other
   */
  static List<ProcessSpec> of(List<ProcessSpec> specs) {
    List<ProcessSpec> left = new ArrayList<>(specs);
    List<ProcessSpec> order = new ArrayList<>();
    while (!left.isEmpty()) {
      ProcessSpec next =
          left.stream()
              .filter(spec -> left.stream().noneMatch(other -> other.endsWith(spec.name())))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("each ends with another: " + left));
      left.remove(next);
      order.add(next);
    }
    return order;
  }
}
