package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.time.Instant;
import java.util.Optional;

/** Checks that a ledger's headers can be trusted. */
interface Attestation {
  /**
   * What members have signed.
   *
   * @param signers how many of them
   * @param made when, as they have signed it; empty if they sign no time
   */
  record Attested(int signers, Optional<Instant> made) {}

  /**
   * Checks that enough members have signed the header at a height, or one after it.
   *
   * @throws VerificationFailed if they are too few
   */
  Attested check(VerifyReply reply, HeaderChain chain, long height);

  static Attestation of(ClusterConfig cluster) {
    return cluster
        .validators()
        .<Attestation>map(CommitAttestation::new)
        .orElseGet(() -> new VoteAttestation(cluster));
  }
}
