package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares a node's entries, which come in the order of their keys, with the replayed state. */
final class StateScan {
  private final StateReplay replay;
  private final ByteKey[] keys;
  private final Map<ByteKey, Seen> differing = new LinkedHashMap<>();
  private int next;

  /**
   * What a state store held under a key.
   *
   * @param valueHash {@link StateReplay#hashOf} what was there
   * @param version 0 if nothing was there
   */
  record Seen(ByteKey valueHash, long version) {
    static final Seen NOTHING = new Seen(StateReplay.hashOf(null), StateValue.ABSENT);

    static Seen of(byte[] value) {
      boolean hasVersion = value.length >= StateValue.VERSION_BYTES;
      return new Seen(StateReplay.hashOf(value), hasVersion ? StateValue.version(value) : 0);
    }

    boolean isNothing() {
      return valueHash.equals(NOTHING.valueHash);
    }
  }

  /**
   * @param keys all keys of the replayed state, sorted
   */
  StateScan(StateReplay replay, ByteKey[] keys) {
    this.replay = replay;
    this.keys = keys;
  }

  void take(byte[] keyBytes, byte[] value) {
    ByteKey key = new ByteKey(keyBytes);
    while (next < keys.length && keys[next].compareTo(key) < 0) {
      missing();
    }
    if (next < keys.length && keys[next].equals(key)) {
      next++;
    }
    if (!Arrays.equals(value, replay.value(key))) {
      differing.put(key, Seen.of(value));
    }
  }

  private void missing() {
    differing.put(keys[next], Seen.NOTHING);
    next++;
  }

  /** The keys whose entries differ from the replayed state. */
  Map<ByteKey, Seen> end() {
    while (next < keys.length) {
      missing();
    }
    return differing;
  }
}
