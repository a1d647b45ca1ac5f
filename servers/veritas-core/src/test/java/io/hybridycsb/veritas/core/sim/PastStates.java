package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.ledger.StateHistory;
import io.hybridycsb.veritas.core.txn.ByteKey;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** Holds what a node tells of the past against a model. */
public final class PastStates {
  private PastStates() {}

  /**
   * Checks each key after each block that the node knows of.
   *
   * @param node its name
   * @param blocks of how many blocks its history is
   * @param stateAt the state after the block at a height
   * @return the oldest height that it knows of
   */
  public static long check(
      String node,
      NodeContext.Data data,
      int blocks,
      LongFunction<Map<ByteKey, ModelValue>> stateAt) {
    StateHistory history =
        new StateHistory(data.ledger(), data.tree(), data.store().forReaders(), blocks);
    long newest = data.ledger().store().height();
    long first = history.firstHeight();
    Set<ByteKey> keys = new TreeSet<>();
    for (long height = first; height <= newest; height++) {
      keys.addAll(stateAt.apply(height).keySet());
    }
    for (long height = newest; height >= first; height--) {
      for (ByteKey key : keys) {
        check(node, history, height, key, stateAt.apply(height).get(key));
      }
    }
    return first;
  }

  private static void check(
      String node, StateHistory history, long height, ByteKey key, ModelValue expected) {
    StateHistory.Past past = history.at(height, key.bytes());
    byte[] value = expected == null ? null : expected.encode();
    assertThat(past.value()).as("%s at height %d of %s", key, height, node).isEqualTo(value);
    byte[] root = past.tree().root();
    Proof proof = past.tree().prove(key.bytes());
    assertThat(
            value == null
                ? Verifier.verifyAbsence(root, key.bytes(), proof)
                : Verifier.verifyMembership(root, key.bytes(), value, proof))
        .isTrue();
  }
}
