package io.hybridycsb.veritas.server.audit;

import java.util.List;
import java.util.function.LongFunction;

/**
 * Checks the proof that the cluster, and not one node alone, ordered and decided a block: the
 * signatures of its proposer and its approvers. This differs from one shared log to the other;
 * everything else about a ledger is the same.
 */
public interface BlockAttestation {
  /** The format number in the headers of such blocks. */
  int format();

  /**
   * Checks a block whose form is right. Called by rising height, by one thread.
   *
   * @param hashAt the hash of the block at a height below this one's, 32 zero bytes for height 0;
   *     null if that block can't be relied on
   * @return what is wrong, without height or node; empty if nothing is
   */
  List<String> check(BlockUnderAudit block, LongFunction<byte[]> hashAt);
}
