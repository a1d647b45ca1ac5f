package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import java.util.Arrays;

/**
 * An operation on a key whose contents are numbers in slots. It expects some numbers, and sets
 * some. {@link #ANY} stands for a slot that it ignores or leaves unchanged.
 */
final class Move {
  static final int ANY = -1;

  private final Operation operation;
  private final int[] expected;
  private final int[] effect;
  private final long completedNs;
  private final Seen seen;

  /**
   * Each array has one number for each slot; it is null if nothing is expected or set.
   *
   * @param seen what bounds a read; null if nothing does
   */
  Move(Operation operation, int[] expected, int[] effect, Seen seen) {
    this(operation, expected, effect, operation.completedNanos(), seen);
  }

  private Move(Operation operation, int[] expected, int[] effect, long completedNs, Seen seen) {
    this.operation = operation;
    this.expected = expected;
    this.effect = effect;
    this.completedNs = completedNs;
    this.seen = seen;
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

  /** What its session had seen before it; null if nothing bounds it. */
  Seen seen() {
    return seen;
  }

  /**
   * The instant before which no state may be that it shows, by what its session had seen. It is
   * never after the move's begin, as that would be another record's fault.
   */
  long seenNs() {
    return seen == null ? Long.MIN_VALUE : Math.min(seen.instantNs(), invokedNs());
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
   * The state after the move; {@code state} itself if nothing changes. A slot with ANY is unknown:
   * it takes the number that the first move to look at it expects.
   *
   * @return null if the operation cannot take effect in this state
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
    return new Move(operation, expected, effect, Operation.NEVER, seen);
  }

  /** The same move without a slot, which it neither looks at nor changes. */
  Move withoutSlot(int slot) {
    return new Move(operation, cleared(expected, slot), cleared(effect, slot), completedNs, seen);
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

  /** Whether it neither expects nor sets anything in the remaining slots. */
  boolean isIdle() {
    return isAll(expected) && isAll(effect);
  }

  private static boolean isAll(int[] numbers) {
    return numbers == null || Arrays.stream(numbers).allMatch(number -> number == ANY);
  }

  /** Whether this expects, in any slot, the number that the other sets there. */
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
