package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which keys are written by transactions that are ordered and allowed, but not decided yet. */
final class PendingWrites {
  private final Map<ByteKey, List<Long>> timestamps = new HashMap<>();

  void add(CheckedTransaction transaction) {
    for (CheckedTransaction.Change write : transaction.writes()) {
      timestamps
          .computeIfAbsent(write.key(), key -> new ArrayList<>(1))
          .add(transaction.timestamp());
    }
  }

  void remove(CheckedTransaction transaction) {
    for (CheckedTransaction.Change write : transaction.writes()) {
      timestamps.computeIfPresent(
          write.key(),
          (key, pending) -> {
            // Two clients may have equal timestamps, each of which is one entry.
            pending.remove((Long) transaction.timestamp());
            return pending.isEmpty() ? null : pending;
          });
    }
  }

  boolean contains(ByteKey key) {
    return timestamps.containsKey(key);
  }

  /** The newest timestamp of a pending write of the key; 0 when there is none. */
  long newest(ByteKey key) {
    List<Long> pending = timestamps.get(key);
    return pending == null ? 0 : Collections.max(pending);
  }
}
