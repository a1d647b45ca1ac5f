package io.hybridycsb.smt;

import java.util.Arrays;

/** The versions that a tree retains, oldest first; immutable. */
final class History {
  private final Snapshot[] snapshots;
  private final int bound;
  private final boolean complete;

  private History(Snapshot[] snapshots, int bound, boolean complete) {
    this.snapshots = snapshots;
    this.bound = bound;
    this.complete = complete;
  }

  static History startingAt(Snapshot first, int bound) {
    return new History(new Snapshot[] {first}, bound, first.version() == 0);
  }

  Snapshot latest() {
    return snapshots[snapshots.length - 1];
  }

  History with(Snapshot next) {
    int kept = Math.min(snapshots.length, bound - 1);
    Snapshot[] result =
        Arrays.copyOfRange(snapshots, snapshots.length - kept, snapshots.length + 1);
    result[kept] = next;
    return new History(result, bound, complete && kept == snapshots.length);
  }

  Snapshot at(long version) {
    int low = 0;
    int high = snapshots.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = snapshots[middle].version();
      if (found == version) {
        return snapshots[middle];
      }
      if (found < version) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    throw new IllegalArgumentException(whyMissing(version));
  }

  private String whyMissing(long version) {
    long oldest = snapshots[0].version();
    if (version < oldest && !complete) {
      return ("version %d is no longer retained: versionsRetained is %d and the oldest version"
              + " held is %d")
          .formatted(version, bound, oldest);
    }
    return "version %d was never committed: the versions held are %d to %d"
        .formatted(version, oldest, latest().version());
  }
}
