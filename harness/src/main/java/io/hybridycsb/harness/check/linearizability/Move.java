package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import java.util.Arrays;

/**
 * An operation on a key whose contents are numbers in slots: which it expects, and which it sets. A
 * slot that it does not care for, or leaves as it is, is {@link #ANY}.
 */
final class Move {
  static final int ANY = -1;

  private final Operation operation;
  private final int[] expected;
  private final int[] effect;
  private final long completedNs;

  /** Both arrays have one number for each slot; null where nothing is expected, or set. */
  Move(Operation operation, int[] expected, int[] effect) {
    this(operation, expected, effect, operation.completedNanos());
  }

  private Move(Operation operation, int[] expected, int[] effect, long completedNs) {
    this.operation = operation;
    this.expected = expected;
    this.effect = effect;
    this.completedNs = completedNs;
  }

  Operation operation() {
    return operation;
  }

  long invokedNs() {
    return operation.invokedNanos();
  }

  long completedNs() {
    return completedNs;
  }

  boolean isPending() {
    return completedNs == Operation.NEVER;
  }

  boolean isRead() {
    return effect == null;
  }

  boolean reads() {
    return expected != null;
  }

  /** The number that it expects in a slot, or ANY. */
  int expected(int slot) {
    return expected == null ? ANY : expected[slot];
  }

  /** The number that it sets in a slot, or ANY. */
  int effect(int slot) {
    return effect == null ? ANY : effect[slot];
  }

  /**
   * The state after it, which is {@code state} itself if nothing has changed. A slot of the state
   * that nobody has looked at yet, ANY, holds what the first to look finds.
   *
   * @return null if the operation cannot take effect there
   */
  int[] after(int[] state) {
    int[] after = state;
    if (expected != null) {
      for (int i = 0; i < state.length; i++) {
        if (expected[i] != ANY && expected[i] != state[i]) {
          if (state[i] != ANY) {
            return null;
          }
          after = after == state ? state.clone() : after;
          after[i] = expected[i];
        }
      }
    }
    if (effect != null) {
      for (int i = 0; i < state.length; i++) {
        if (effect[i] != ANY && effect[i] != after[i]) {
          after = after == state ? state.clone() : after;
          after[i] = effect[i];
        }
      }
    }
    return after;
  }

  Move asPending() {
    return new Move(operation, expected, effect, Operation.NEVER);
  }

  /** The same without a slot; it neither looks there nor changes it. */
  Move withoutSlot(int slot) {
    return new Move(operation, cleared(expected, slot), cleared(effect, slot), completedNs);
  }

  private static int[] cleared(int[] numbers, int slot) {
    if (numbers == null) {
      return null;
    }
    int[] rest = numbers.clone();
    rest[slot] = ANY;
    return rest;
  }

  /** The largest number in it; ANY if it has none. */
  int largest() {
    return Math.max(largest(expected), largest(effect));
  }

  private static int largest(int[] numbers) {
    return numbers == null ? ANY : Arrays.stream(numbers).max().orElse(ANY);
  }

  /** Whether it has nothing to do with any slot that is left. */
  boolean isIdle() {
    return isAll(expected) && isAll(effect);
  }

  private static boolean isAll(int[] numbers) {
    return numbers == null || Arrays.stream(numbers).allMatch(number -> number == ANY);
  }

  /** Whether this expects, in any slot, what the other sets there. */
  boolean observes(Move other) {
    if (expected == null || other.effect == null) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] != ANY && expected[i] == other.effect[i]) {
        return true;
      }
    }
    return false;
  }
}
