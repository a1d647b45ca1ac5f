package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Bisection;
import io.hybridycsb.harness.check.history.Operation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * When the values that a read shows were there, as far as the writes' times tell. A value was not
 * there before its first write had begun. It is replaced once another write of the slot has ended
 * that began after all writes of the value had ended. In every order that explains the operations,
 * the read is within its window.
 *
 * <p>Where the first contents are unknown, a value that was read before its first write had begun
 * was there at first, and no other one was. Without such a read any value may have been.
 */
final class Windows {
  private final Slot[] slots;
  private final boolean areWide;

  /**
   * @param initial the first number in each slot, or {@link Move#ANY} if it is unknown
   */
  Windows(List<Move> moves, int[] initial) {
    slots = new Slot[initial.length];
    int numbers = 1 + moves.stream().mapToInt(Move::largest).max().orElse(0);
    for (int slot = 0; slot < slots.length; slot++) {
      slots[slot] = new Slot(moves, slot, initial[slot], numbers);
    }
    areWide = Arrays.stream(slots).anyMatch(slot -> slot.atFirst == null);
  }

  private Windows(Slot[] slots) {
    this.slots = slots;
    areWide = false;
  }

  /** Whether in any slot a value may have been there at first that was written later, too. */
  boolean areWide() {
    return areWide;
  }

  /** The same if no value was there at first that was written later, too. */
  Windows narrow() {
    return new Windows(Arrays.stream(slots).map(Slot::narrow).toArray(Slot[]::new));
  }

  /** From when on all that it shows may have been there; {@link Operation#NEVER} if never. */
  long from(Move read) {
    long from = Long.MIN_VALUE;
    for (int slot = 0; slot < slots.length; slot++) {
      from = Math.max(from, from(read, slot));
    }
    return from;
  }

  /** Until when all that it shows may have been there; {@link Operation#NEVER} if to the end. */
  long to(Move read) {
    long to = Operation.NEVER;
    for (int slot = 0; slot < slots.length; slot++) {
      to = Math.min(to, to(read, slot));
    }
    return to;
  }

  /** The same for what it shows in one slot. */
  long from(Move read, int slot) {
    int number = read.expected(slot);
    return number == Move.ANY ? Long.MIN_VALUE : slots[slot].from(number);
  }

  long to(Move read, int slot) {
    int number = read.expected(slot);
    return number == Move.ANY ? Operation.NEVER : slots[slot].to(number);
  }

  private static final class Slot {
    /** Of each number the begin of its first write, and the end of its last one. */
    private final long[] begins;

    private final long[] ends;

    /** The acknowledged writes' begins in their order, and the earliest end from each one on. */
    private final long[] writes;

    private final long[] earliestEnds;

    /** The values that were there at first; null if each may have been. */
    private final BitSet atFirst;

    Slot(List<Move> moves, int slot, int initial, int numbers) {
      begins = new long[numbers];
      ends = new long[numbers];
      Arrays.fill(begins, Operation.NEVER);
      Arrays.fill(ends, Long.MIN_VALUE);
      for (Move move : moves) {
        int number = move.effect(slot);
        if (number != Move.ANY) {
          begins[number] = Math.min(begins[number], move.invokedNs());
          ends[number] = Math.max(ends[number], move.completedNs());
        }
      }
      atFirst = atFirst(moves, slot, initial);
      List<Move> acknowledged =
          moves.stream()
              .filter(move -> move.effect(slot) != Move.ANY && !move.isPending())
              .sorted(Comparator.comparingLong(Move::invokedNs))
              .toList();
      writes = acknowledged.stream().mapToLong(Move::invokedNs).toArray();
      earliestEnds = new long[writes.length + 1];
      earliestEnds[writes.length] = Operation.NEVER;
      for (int i = writes.length - 1; i >= 0; i--) {
        earliestEnds[i] = Math.min(earliestEnds[i + 1], acknowledged.get(i).completedNs());
      }
    }

    private Slot(Slot wide, BitSet atFirst) {
      begins = wide.begins;
      ends = wide.ends;
      writes = wide.writes;
      earliestEnds = wide.earliestEnds;
      this.atFirst = atFirst;
    }

    Slot narrow() {
      return atFirst == null ? new Slot(this, new BitSet()) : this;
    }

    private BitSet atFirst(List<Move> moves, int slot, int initial) {
      BitSet found = new BitSet();
      if (initial != Move.ANY) {
        found.set(initial);
        return found;
      }
      for (Move move : moves) {
        int number = move.expected(slot);
        if (number != Move.ANY && move.completedNs() < begins[number]) {
          found.set(number);
        }
      }
      return found.isEmpty() ? null : found;
    }

    long from(int number) {
      return atFirst == null || atFirst.get(number) ? Long.MIN_VALUE : begins[number];
    }

    long to(int number) {
      return earliestEnds[Bisection.first(0, writes.length, index -> writes[index] > ends[number])];
    }
  }
}
