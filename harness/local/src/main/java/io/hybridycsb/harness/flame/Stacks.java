package io.hybridycsb.harness.flame;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A tree of frames: each has the weight of all stacks that go through it, and what it calls lies
 * above it. The root stands for all stacks and is no frame.
 */
final class Stacks {
  private static final Comparator<Map.Entry<String, Stacks>> WIDEST_FIRST =
      Comparator.<Map.Entry<String, Stacks>>comparingDouble(call -> -call.getValue().weight)
          .thenComparing(Map.Entry::getKey);

  private final SortedMap<String, Stacks> calls = new TreeMap<>();
  private double weight;

  /**
   * Adds a stack; without any weight it isn't there.
   *
   * @param frames from the bottom on
   */
  void add(List<String> frames, double stackWeight) {
    if (stackWeight <= 0) {
      return;
    }
    Stacks at = this;
    at.weight += stackWeight;
    for (String frame : frames) {
      at = at.call(frame);
      at.weight += stackWeight;
    }
  }

  /** Adds all stacks of another tree, their weights multiplied by a positive number. */
  void addAll(Stacks others, double factor) {
    weight += others.weight * factor;
    others.calls.forEach((name, call) -> call(name).addAll(call, factor));
  }

  /** As above, with one more frame at the bottom. */
  void addAbove(String frame, Stacks others, double factor) {
    if (factor > 0) {
      weight += others.weight * factor;
      call(frame).addAll(others, factor);
    }
  }

  private Stacks call(String frame) {
    return calls.computeIfAbsent(frame, name -> new Stacks());
  }

  double weight() {
    return weight;
  }

  /** The weight of the stacks that end here. */
  double own() {
    return Math.max(0, weight - calls.values().stream().mapToDouble(Stacks::weight).sum());
  }

  /** The frames above, the widest first, and in the order of their names where they are equal. */
  List<Map.Entry<String, Stacks>> calls() {
    return calls.entrySet().stream().sorted(WIDEST_FIRST).toList();
  }
}
