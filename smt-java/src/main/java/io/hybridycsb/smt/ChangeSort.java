package io.hybridycsb.smt;

import java.util.Arrays;
import java.util.Collection;

/**
 * Sorts a batch by path and keeps the last change of each path.
 *
 * <p>Paths are hashes, so one pass over their first byte leaves buckets of a few changes each; a
 * batch of chosen paths only gets slower, never wrong.
 */
final class ChangeSort {
  private static final int BUCKETS = 256;
  private static final int INSERTION_SORT_MAX = 24;

  private ChangeSort() {}

  static Change[] sortedLastWins(Collection<Change> changes) {
    Change[] input = changes.toArray(new Change[0]);
    if (isStrictlySorted(input)) {
      return input;
    }
    int[] ends = bucketEnds(input);
    Change[] sorted = new Change[input.length];
    int[] next = ends.clone();
    for (int i = input.length - 1; i >= 0; i--) {
      sorted[--next[bucket(input[i])]] = input[i];
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      sort(sorted, next[bucket], ends[bucket]);
    }
    return withoutOverwritten(sorted);
  }

  private static boolean isStrictlySorted(Change[] changes) {
    for (int i = 1; i < changes.length; i++) {
      if (changes[i - 1].compareTo(changes[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static int bucket(Change change) {
    return (int) (change.p0 >>> 56);
  }

  private static int[] bucketEnds(Change[] changes) {
    int[] ends = new int[BUCKETS];
    for (Change change : changes) {
      ends[bucket(change)]++;
    }
    for (int i = 1; i < BUCKETS; i++) {
      ends[i] += ends[i - 1];
    }
    return ends;
  }

  /** A stable sort: of equal paths the later change stays later. */
  private static void sort(Change[] changes, int from, int to) {
    if (to - from > INSERTION_SORT_MAX) {
      Arrays.sort(changes, from, to);
      return;
    }
    for (int i = from + 1; i < to; i++) {
      Change change = changes[i];
      int j = i;
      for (; j > from && changes[j - 1].compareTo(change) > 0; j--) {
        changes[j] = changes[j - 1];
      }
      changes[j] = change;
    }
  }

  private static Change[] withoutOverwritten(Change[] sorted) {
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      boolean overwritten = i + 1 < sorted.length && sorted[i].compareTo(sorted[i + 1]) == 0;
      if (!overwritten) {
        sorted[kept++] = sorted[i];
      }
    }
    return kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
  }
}
