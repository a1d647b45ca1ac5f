package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.consensus.log.Attestations.Certificate;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import org.junit.jupiter.api.Test;

class AttestationsTest {
  private final Attestations attestations = new Attestations(2);

  private Vote attest(String voter, long height) {
    VoteBody body = Votes.attesting(voter, height, new byte[32]);
    Vote vote = Vote.newBuilder().setBody(body.toByteString()).build();
    attestations.add(vote, body);
    return vote;
  }

  @Test
  void nothingIsProvedBeforeEnoughNodesHaveAttested() {
    attest("a", 7);
    attest("a", 8);
    assertThat(attestations.certificate().height()).isZero();
    assertThat(attestations.certificate().votes()).isEmpty();
  }

  @Test
  void theCertificateIsForTheGreatestHeightThatEnoughNodesHaveReached() {
    Vote a = attest("a", 7);
    Vote b = attest("b", 5);
    assertThat(attestations.certificate())
        .isEqualTo(new Certificate(5, 7, java.util.List.of(a, b)));
    Vote c = attest("c", 6);
    assertThat(attestations.certificate().height()).isEqualTo(6);
    assertThat(attestations.certificate().topHeight()).isEqualTo(7);
    assertThat(attestations.certificate().votes()).containsExactly(a, c);
  }

  @Test
  void anOlderAttestationTakesNothingBack() {
    attest("a", 7);
    attest("b", 6);
    attest("b", 2);
    assertThat(attestations.certificate().height()).isEqualTo(6);
    assertThat(attestations.attestedBy("b")).isEqualTo(6);
    assertThat(attestations.attestedBy("nobody")).isZero();
  }
}
