package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An operation on a key whose contents are numbers in slots. A read expects some numbers, and a
 * write sets some. {@link #ANY} stands for a slot that it ignores or leaves unchanged.
 */
final class Move {
  static final int ANY = -1;

  private final Operation operation;
  private final int[] numbers;
  private final long completedNs;
  private final LastSeen seen;

  /**
   * @param numbers one for each slot
   * @param seen what bounds a read; null if nothing does
   */
  Move(Operation operation, int[] numbers, LastSeen seen) {
    this(operation, numbers, operation.completedNanos(), seen);
  }

  private Move(Operation operation, int[] numbers, long completedNs, LastSeen seen) {
    this.operation = operation;
    this.numbers = numbers;
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
  LastSeen seen() {
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
    return operation.isRead();
  }

  /** The number that it expects or sets in a slot, or ANY. */
  int number(int slot) {
    return numbers[slot];
  }

  /** The number that it expects in a slot, or ANY. */
  int expected(int slot) {
    return isRead() ? numbers[slot] : ANY;
  }

  /** The number that it sets in a slot, or ANY. */
  int effect(int slot) {
    return isRead() ? ANY : numbers[slot];
  }

  /**
   * The state after the move; {@code state} itself if nothing changes. A slot with ANY is unknown:
   * it takes the number that the first move to look at it expects.
   *
   * @return null if the operation cannot take effect in this state
   */
  int[] after(int[] state) {
    int[] after = state;
    for (int i = 0; i < state.length; i++) {
      if (numbers[i] != ANY && numbers[i] != state[i]) {
        if (isRead() && state[i] != ANY) {
          return null;
        }
        after = after == state ? state.clone() : after;
        after[i] = numbers[i];
      }
    }
    return after;
  }

  Move asPending() {
    return new Move(operation, numbers, Operation.NEVER, seen);
  }

  /** The same move without a slot, which it neither looks at nor changes. */
  Move withoutSlot(int slot) {
    int[] rest = numbers.clone();
    rest[slot] = ANY;
    return new Move(operation, rest, completedNs, seen);
  }

  /** The largest number in it; ANY if it has none. */
  int largest() {
    return Arrays.stream(numbers).max().orElse(ANY);
  }

  /** Whether it neither expects nor sets anything in the remaining slots. */
  boolean isIdle() {
    return Arrays.stream(numbers).allMatch(number -> number == ANY);
  }

  /** Whether this expects, in any slot, the number that the other sets there. */
  boolean observes(Move other) {
    return isRead()
        && !other.isRead()
        && IntStream.range(0, numbers.length)
            .anyMatch(slot -> numbers[slot] != ANY && numbers[slot] == other.numbers[slot]);
  }
}
