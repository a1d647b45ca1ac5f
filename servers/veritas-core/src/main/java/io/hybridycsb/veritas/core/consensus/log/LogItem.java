package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;

/**
 * What a record of the shared log says, after all checks that need no state. A record with a block
 * says two things: first its vote, then its block, both at its position.
 */
public sealed interface LogItem {
  long position();

  /** A vote with its voter's good signature. */
  record CastVote(long position, Vote vote, VoteBody body) implements LogItem {}

  /**
   * A block with its proposer's good signature.
   *
   * @param signature of the record
   * @param voteHash SHA-256 of the encoded vote in that record
   */
  record OrderedBlock(
      long position,
      String proposer,
      ByteString signature,
      ByteString voteHash,
      List<CheckedTransaction> transactions)
      implements LogItem {}

  /** A record that counts for nothing: garbage, or not signed by a node. */
  record Ignored(long position, String reason) implements LogItem {}
}
