package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Which keys are written by transactions that are ordered and allowed, but not decided yet. */
final class PendingWrites {
  private final Map<ByteKey, long[]> timestamps = new HashMap<>();

  void add(CheckedTransaction transaction) {
    for (CheckedTransaction.Change write : transaction.writes()) {
      timestamps.merge(write.key(), new long[] {transaction.timestamp()}, PendingWrites::concat);
    }
  }

  void remove(CheckedTransaction transaction) {
    for (CheckedTransaction.Change write : transaction.writes()) {
      timestamps.computeIfPresent(
          write.key(), (key, pending) -> without(pending, transaction.timestamp()));
    }
  }

  boolean contains(ByteKey key) {
    return timestamps.containsKey(key);
  }

  /** The newest timestamp of a pending write of the key; 0 when there is none. */
  long newest(ByteKey key) {
    long[] pending = timestamps.get(key);
    return pending == null ? 0 : Arrays.stream(pending).max().getAsLong();
  }

  private static long[] concat(long[] a, long[] b) {
    long[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static long[] without(long[] pending, long timestamp) {
    if (pending.length == 1) {
      return null;
    }
    long[] rest = new long[pending.length - 1];
    int at = 0;
    boolean removed = false;
    for (long candidate : pending) {
      if (!removed && candidate == timestamp) {
        removed = true;
      } else {
        rest[at++] = candidate;
      }
    }
    return rest;
  }
}
