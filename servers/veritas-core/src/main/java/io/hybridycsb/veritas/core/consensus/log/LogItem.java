package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Block;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;

/** A record of the shared log after all checks that need no state. */
public sealed interface LogItem {
  long position();

  /** A block with its proposer's good signature. */
  record OrderedBlock(long position, Block block, List<CheckedTransaction> transactions)
      implements LogItem {}

  /** A vote with its voter's good signature. */
  record CastVote(long position, Vote vote, VoteBody body) implements LogItem {}

  /** A record that counts for nothing: garbage, or not signed by a node. */
  record Ignored(long position, String reason) implements LogItem {}
}
