package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.proto.VerifyReply;

/** Checks that a ledger's headers can be trusted. */
interface Attestation {
  /**
   * Checks that enough members have signed the header at a height, or one after it.
   *
   * @return how many have
   * @throws VerificationFailed if they are too few
   */
  int check(VerifyReply reply, HeaderChain chain, long height);

  static Attestation of(ClusterConfig cluster) {
    return cluster
        .validators()
        .<Attestation>map(CommitAttestation::new)
        .orElseGet(() -> new VoteAttestation(cluster));
  }
}
