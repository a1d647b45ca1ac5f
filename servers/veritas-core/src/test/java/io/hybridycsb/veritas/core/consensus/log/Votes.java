package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import io.hybridycsb.veritas.proto.Veto;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;

/** Makes votes for tests. */
final class Votes {
  private Votes() {}

  static CastVote upTo(String voter, long height) {
    return cast(VoteBody.newBuilder().setVoter(voter).setUpToHeight(height));
  }

  static CastVote vetoing(String voter, long upTo, long height, Integer... indexes) {
    return cast(
        VoteBody.newBuilder()
            .setVoter(voter)
            .setUpToHeight(upTo)
            .addVetoes(Veto.newBuilder().setHeight(height).addAllIndexes(List.of(indexes))));
  }

  static VoteBody attesting(String voter, long height, byte[] hash) {
    return VoteBody.newBuilder()
        .setVoter(voter)
        .setDecidedHeight(height)
        .setDecidedHash(ByteString.copyFrom(hash))
        .build();
  }

  static CastVote cast(VoteBody.Builder body) {
    VoteBody built = body.build();
    return new CastVote(0, Vote.newBuilder().setBody(built.toByteString()).build(), built);
  }
}
