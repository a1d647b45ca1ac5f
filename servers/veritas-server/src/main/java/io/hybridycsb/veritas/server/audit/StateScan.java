package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares a node's entries, which come in the order of their keys, with the replayed state. */
final class StateScan {
  /** So many records may be written while a state store is read; each takes some 100 bytes. */
  static final int ADDITIONAL_MAX = 1_000_000;

  private final StateReplay replay;
  private final ByteKey[] keys;
  private final Map<ByteKey, StoredEntry> differing = new LinkedHashMap<>();
  private final int additionalMax;
  private int additional;
  private int next;

  /**
   * What a state store held under a key.
   *
   * @param valueHash {@link StateReplay#hashOf} what was there
   * @param version 0 if nothing was there
   * @param mayBeOld whether the key may have had that before, as in a state store that is being
   *     rebuilt
   */
  record StoredEntry(ByteKey valueHash, long version, boolean mayBeOld) {
    static final StoredEntry NOTHING =
        new StoredEntry(StateReplay.hashOf(null), StateValue.ABSENT, true);

    boolean isNothing() {
      return valueHash.equals(NOTHING.valueHash);
    }
  }

  /**
   * @param keys all keys of the replayed state, sorted
   * @param additionalMax how many other keys there may be
   */
  StateScan(StateReplay replay, ByteKey[] keys, int additionalMax) {
    this.replay = replay;
    this.keys = keys;
    this.additionalMax = additionalMax;
  }

  void take(byte[] keyBytes, byte[] value) {
    ByteKey key = new ByteKey(keyBytes);
    while (next < keys.length && keys[next].compareTo(key) < 0) {
      missing();
    }
    if (next < keys.length && keys[next].equals(key)) {
      next++;
    } else if (++additional > additionalMax) {
      throw new VeritasException(
          "it has more than " + additionalMax + " records that the ledger doesn't have");
    }
    if (!Arrays.equals(value, replay.value(key))) {
      boolean hasVersion = value.length >= StateValue.VERSION_BYTES;
      long version = hasVersion ? StateValue.version(value) : 0;
      differing.put(
          key,
          new StoredEntry(StateReplay.hashOf(value), version, replay.mayHaveHad(key, version)));
    }
  }

  private void missing() {
    differing.put(keys[next], StoredEntry.NOTHING);
    next++;
  }

  /** The keys whose entries differ from the replayed state. */
  Map<ByteKey, StoredEntry> end() {
    while (next < keys.length) {
      missing();
    }
    return differing;
  }
}
