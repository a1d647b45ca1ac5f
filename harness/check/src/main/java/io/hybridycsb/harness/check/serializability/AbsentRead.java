package io.hybridycsb.harness.check.serializability;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A read that found no record of a key which somebody deletes. It has its place among the key's
 * versions: before the first, or between one that is a delete and the next. Place n is after n
 * versions.
 *
 * @param reader the transaction, by its vertex
 * @param versions of the key that took effect, by rising number
 * @param mayBeFirst whether the key may have been absent before its first version
 * @param others transactions that may have deleted the key, but of which it isn't known whether, or
 *     as which version
 */
record AbsentRead(
    int reader,
    String key,
    List<Version> versions,
    boolean mayBeFirst,
    List<TransactionRecord> others) {

  /**
   * A version of the key.
   *
   * @param writer the transaction that made it, by its vertex
   */
  record Version(long number, int writer, boolean isDelete) {}

  /** Whether the key was absent at a place, for this reader. */
  boolean mayBeAt(int place) {
    if (place == 0) {
      return mayBeFirst;
    }
    Version before = versions.get(place - 1);
    return before.isDelete() && before.writer() != reader;
  }

  /** The places between two at which the key was absent, both included. */
  List<Integer> places(int from, int to) {
    return IntStream.rangeClosed(from, to).filter(this::mayBeAt).boxed().toList();
  }

  /** All places at which the key was absent. */
  List<Integer> places() {
    return places(0, versions.size());
  }

  /** The place after a version that another transaction may have made. */
  int placeOf(long number) {
    return (int) versions.stream().filter(version -> version.number() < number).count();
  }
}
