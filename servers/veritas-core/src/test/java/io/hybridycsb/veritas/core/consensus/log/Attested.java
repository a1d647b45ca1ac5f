package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;

/** Lets tests of other packages attest blocks. */
public final class Attested {
  private final Attestations attestations;

  public Attested(Ledger ledger, int votesNeeded) {
    attestations = new Attestations(ledger, votesNeeded);
  }

  public Attestations attestations() {
    return attestations;
  }

  public void add(String voter, long height, byte[] hash) {
    VoteBody body = Votes.attesting(voter, height, hash);
    attestations.add(Vote.newBuilder().setBody(body.toByteString()).build(), body);
  }
}
