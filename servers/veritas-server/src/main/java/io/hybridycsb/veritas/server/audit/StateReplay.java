package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.PreparedUpdate;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state that follows from the ledger's blocks. All of it is in memory, since an update merges
 * into the value before it. Each record takes its key and value, and about 400 bytes for the map
 * and the tree.
 */
final class StateReplay {
  private final Map<ByteKey, byte[]> values = new HashMap<>();
  private final Set<ByteKey> deleted = new HashSet<>();
  private final SparseMerkleTree tree =
      SparseMerkleTree.inMemory(Options.defaults().versionsRetained(1));
  private final Map<ByteKey, Set<ByteKey>> watched = new HashMap<>();
  private boolean trusted = true;

  /** A block's effect, computed but not made. */
  record Step(Map<ByteKey, byte[]> changed, PreparedUpdate update) {
    boolean hasRoot(byte[] root) {
      return Arrays.equals(update.root(), root);
    }
  }

  /** Computes what the committed transactions of a block change. */
  Step prepare(long height, BlockUnderAudit block) {
    Map<ByteKey, byte[]> changed = new LinkedHashMap<>();
    for (int i = 0; i < block.transactions().size(); i++) {
      CheckedTransaction transaction = block.transactions().get(i);
      if (block.outcome(i) == Outcome.COMMITTED) {
        for (CheckedTransaction.Change write : transaction.writes()) {
          byte[] before =
              changed.containsKey(write.key()) ? changed.get(write.key()) : values.get(write.key());
          long version = LedgerBlocks.version(block.header(), i, transaction);
          changed.put(write.key(), BlockExecutor.valueAfter(before, write, version));
        }
      }
    }
    List<Change> changes = new ArrayList<>(changed.size());
    changed.forEach(
        (key, value) ->
            changes.add(
                value == null ? Change.delete(key.bytes()) : Change.put(key.bytes(), value)));
    return new Step(changed, tree.prepare(height, changes));
  }

  /**
   * Makes a block's effect.
   *
   * @param fits whether the block records this root; then the whole state is right, whatever it was
   *     before
   */
  void apply(Step step, boolean fits) {
    step.update().commit();
    step.changed()
        .forEach(
            (key, value) -> {
              Set<ByteKey> taken = watched.get(key);
              if (taken != null) {
                taken.add(hashOf(value));
              }
              if (value == null) {
                values.remove(key);
                deleted.add(key);
              } else {
                values.put(key, value);
                deleted.remove(key);
              }
            });
    trusted = fits;
  }

  /** Says that a block is missing, so that the state can't be right. */
  void distrust() {
    trusted = false;
  }

  /** Whether the last block records this state's root. */
  boolean isTrusted() {
    return trusted;
  }

  /** The value of a key; null when it is absent. */
  byte[] value(ByteKey key) {
    return values.get(key);
  }

  /** Whether a key may have had this version before the present one, or before it was deleted. */
  boolean mayHaveHad(ByteKey key, long version) {
    byte[] now = values.get(key);
    return now == null ? deleted.contains(key) : version < StateValue.version(now);
  }

  int records() {
    return values.size();
  }

  byte[] root() {
    return tree.latest().root();
  }

  Iterator<Change> leaves() {
    return tree.latest().leaves();
  }

  /** All keys, in the order of their bytes. */
  ByteKey[] sortedKeys() {
    ByteKey[] keys = values.keySet().toArray(new ByteKey[0]);
    Arrays.sort(keys);
    return keys;
  }

  /** Which keys have these paths in the tree. Goes through the whole state. */
  Map<ByteKey, ByteKey> keysOfPaths(Set<ByteKey> paths) {
    Map<ByteKey, ByteKey> found = new HashMap<>();
    for (ByteKey key : values.keySet()) {
      ByteKey path = new ByteKey(Hashes.sha256(key.bytes()));
      if (paths.contains(path)) {
        found.put(path, key);
      }
    }
    return found;
  }

  /** From now on, remembers the values that these keys take, and no other keys'. */
  void watch(Set<ByteKey> keys) {
    watched.clear();
    keys.forEach(key -> watched.put(key, new HashSet<>()));
  }

  /** Whether a watched key has taken a value with this {@link #hashOf hash}. */
  boolean hasTaken(ByteKey key, ByteKey valueHash) {
    return watched.getOrDefault(key, Set.of()).contains(valueHash);
  }

  /** A hash that stands for a value, or for its absence. */
  static ByteKey hashOf(byte[] value) {
    return new ByteKey(value == null ? new byte[0] : Hashes.sha256(value));
  }
}
