package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts reads that show a field's old value although a later write had been acknowledged before
 * the read began. The count is only for information: a history may violate a model without stale
 * reads, or in further ways.
 *
 * @param reads that found a record or none
 * @param stale the stale ones among them
 * @param oldestNs the longest time since such a value had been replaced
 */
public record StaleReads(long reads, long stale, long oldestNs) {
  public static final StaleReads NONE = new StaleReads(0, 0, 0);

  public StaleReads plus(StaleReads other) {
    return new StaleReads(
        reads + other.reads, stale + other.stale, Math.max(oldestNs, other.oldestNs));
  }

  public static StaleReads of(KeyHistory key) {
    List<Slot> slots = new ArrayList<>();
    for (int slot = 0; slot < key.slots(); slot++) {
      slots.add(new Slot(key.moves(), slot));
    }
    long reads = 0;
    long stale = 0;
    long oldest = 0;
    for (Move move : key.moves()) {
      if (move.isRead()) {
        reads++;
        long age = 0;
        for (Slot slot : slots) {
          age = Math.max(age, slot.ageNs(move));
        }
        stale += age > 0 ? 1 : 0;
        oldest = Math.max(oldest, age);
      }
    }
    return new StaleReads(reads, stale, oldest);
  }

  /** The acknowledged writes of a slot by their begin, and the earliest end from each one on. */
  private static final class Slot {
    private final int slot;
    private final List<Move> writes;
    private final long[] earliestEnds;
    private final Map<Integer, Long> lastEnds = new HashMap<>();

    Slot(List<Move> moves, int slot) {
      this.slot = slot;
      for (Move move : moves) {
        if (move.effect(slot) != Move.ANY) {
          lastEnds.merge(move.effect(slot), move.completedNs(), Math::max);
        }
      }
      writes =
          moves.stream()
              .filter(move -> move.effect(slot) != Move.ANY && !move.isPending())
              .sorted(Comparator.comparingLong(Move::invokedNs))
              .toList();
      earliestEnds = new long[writes.size() + 1];
      earliestEnds[writes.size()] = Operation.NEVER;
      for (int i = writes.size() - 1; i >= 0; i--) {
        earliestEnds[i] = Math.min(earliestEnds[i + 1], writes.get(i).completedNs());
      }
    }

    /** How long before this read its value was replaced; 0 if the value may be the newest. */
    long ageNs(Move read) {
      int value = read.expected(slot);
      if (value == Move.ANY) {
        return 0;
      }
      // By this instant all writes of the value had ended. A value that nobody wrote was there
      // first.
      long lastEnd = lastEnds.getOrDefault(value, Long.MIN_VALUE);
      long replaced = earliestEnds[firstAfter(lastEnd)];
      return replaced < read.invokedNs() ? read.invokedNs() - replaced : 0;
    }

    private int firstAfter(long end) {
      int low = 0;
      int high = writes.size();
      while (low < high) {
        int middle = (low + high) / 2;
        if (writes.get(middle).invokedNs() > end) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }
}
