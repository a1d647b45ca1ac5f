package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttestationsTest {
  private final Attestations attestations =
      new Attestations(new Ledger(new InMemoryLedgerStore()), 2);

  private Vote attest(String voter, long height) {
    VoteBody body = Votes.attesting(voter, height, new byte[32]);
    Vote vote = Vote.newBuilder().setBody(body.toByteString()).build();
    attestations.add(vote, body);
    return vote;
  }

  private List<Vote> votes() {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    attestations.newest().attach().accept(reply);
    return reply.getVotesList();
  }

  @Test
  void nothingIsProvedBeforeEnoughNodesHaveAttested() {
    attest("a", 7);
    attest("a", 8);
    assertThat(attestations.newest().height()).isZero();
    assertThat(votes()).isEmpty();
  }

  @Test
  void theCertificateIsForTheGreatestHeightThatEnoughNodesHaveReached() {
    Vote a = attest("a", 7);
    Vote b = attest("b", 5);
    assertThat(attestations.newest().height()).isEqualTo(5);
    assertThat(attestations.newest().topHeight()).isEqualTo(7);
    assertThat(votes()).containsExactly(a, b);
    Vote c = attest("c", 6);
    assertThat(attestations.newest().height()).isEqualTo(6);
    assertThat(attestations.newest().topHeight()).isEqualTo(7);
    assertThat(votes()).containsExactly(a, c);
  }

  @Test
  void anOlderAttestationTakesNothingBack() {
    attest("a", 7);
    attest("b", 6);
    attest("b", 2);
    assertThat(attestations.newest().height()).isEqualTo(6);
    assertThat(attestations.attestedBy("b")).isEqualTo(6);
    assertThat(attestations.attestedBy("nobody")).isZero();
  }
}
