package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.consensus.log.Votes.upTo;
import static io.hybridycsb.veritas.core.consensus.log.Votes.vetoing;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import java.util.List;
import org.junit.jupiter.api.Test;

class VoteTallyTest {
  private static final List<String> VOTERS = List.of("a", "b", "c");

  private static VoteTally tally(int votesNeeded, CastVote... votes) {
    VoteTally tally = new VoteTally(VOTERS, votesNeeded);
    for (CastVote vote : votes) {
      tally.add(vote);
    }
    return tally;
  }

  @Test
  void nothingIsDecidedWithoutVotes() {
    assertThat(tally(2).decidedUpTo()).isZero();
    assertThat(tally(2).votedUpTo("a")).isZero();
  }

  @Test
  void aBlockIsDecidedWhenEnoughVotersHaveCoveredIt() {
    CastVote[] votes = {upTo("a", 5), upTo("b", 3), upTo("c", 1)};
    assertThat(tally(1, votes).decidedUpTo()).isEqualTo(5);
    assertThat(tally(2, votes).decidedUpTo()).isEqualTo(3);
    assertThat(tally(3, votes).decidedUpTo()).isEqualTo(1);
  }

  @Test
  void oneVoterCountsOnceHoweverOftenItVotes() {
    assertThat(tally(2, upTo("a", 1), upTo("a", 2), upTo("a", 3)).decidedUpTo()).isZero();
  }

  @Test
  void aRepeatedOrOlderVoteChangesNothing() {
    VoteTally tally = tally(1, upTo("a", 4), upTo("a", 2), upTo("a", 4));
    assertThat(tally.votedUpTo("a")).isEqualTo(4);
    assertThat(tally.votesFor(1)).containsExactly(upTo("a", 4).vote());
  }

  @Test
  void aBlocksVotesAreTheFirstOfEachVoterThatCoverIt() {
    VoteTally tally = tally(2, upTo("b", 1), upTo("b", 3), upTo("a", 2), upTo("c", 1));
    assertThat(tally.votesFor(1))
        .containsExactly(upTo("a", 2).vote(), upTo("b", 1).vote(), upTo("c", 1).vote());
    assertThat(tally.votesFor(2)).containsExactly(upTo("a", 2).vote(), upTo("b", 3).vote());
    assertThat(tally.votesFor(3)).containsExactly(upTo("b", 3).vote());
  }

  @Test
  void vetoesOfAllCoveringVotesCount() {
    VoteTally tally = tally(2, vetoing("a", 2, 2, 0, 4), vetoing("b", 2, 2, 4, 5));
    tally.votesFor(1);
    assertThat(tally.vetoed(1)).isEmpty();
    tally.votesFor(2);
    assertThat(tally.vetoed(2)).containsExactlyInAnyOrder(0, 4, 5);
  }

  @Test
  void aVetoInAVoteThatDoesNotCoverTheBlockFirstCountsForNothing() {
    VoteTally tally = tally(1, upTo("a", 2), vetoing("a", 4, 2, 0));
    tally.votesFor(2);
    assertThat(tally.vetoed(2)).isEmpty();
  }
}
