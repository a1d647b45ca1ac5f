package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.ProofNodes;
import io.hybridycsb.ethereum.chain.RecordProof;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.quorum.client.QuorumSession.Claim;
import io.hybridycsb.quorum.client.QuorumSession.Proof;
import io.hybridycsb.verification.VerificationFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks what was read of a block against proofs and the block's header. */
final class ClaimProofs {
  /** Records in one proof, which makes the node read so many accounts. */
  private static final int TOGETHER_MAX = 32;

  /** Of all values in one proof; that of one record may have more. */
  private static final int TOGETHER_BYTES_MAX = 65_536;

  private final QuorumClient client;
  private final ClusterFile cluster;

  ClaimProofs(QuorumClient client) {
    this.client = client;
    this.cluster = client.cluster();
  }

  /**
   * Checks them in proofs of so many records and bytes at most as a thread has in memory.
   *
   * @param deadlineNs after which no further node is asked for the block
   * @return bytes of the proofs
   */
  long checkAll(QuorumNode at, List<Claim> claims, long block, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    long proofBytes = 0;
    int from = 0;
    int bytes = 0;
    for (int to = 0; to < claims.size(); to++) {
      int length = claims.get(to).value().map(value -> value.length).orElse(0);
      if (to > from && (to - from == TOGETHER_MAX || bytes + length > TOGETHER_BYTES_MAX)) {
        proofBytes += check(at, claims.subList(from, to), block, deadlineNs).bytes();
        from = to;
        bytes = 0;
      }
      bytes += length;
    }
    return from == claims.size()
        ? proofBytes
        : proofBytes + check(at, claims.subList(from, claims.size()), block, deadlineNs).bytes();
  }

  /** Checks them in one proof. */
  Proof check(QuorumNode at, List<Claim> claims, long block, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    SealedHeader header = client.trusted(block, at, deadlineNs);
    List<byte[]> slots = new ArrayList<>();
    for (Claim claim : claims) {
      slots.addAll(RecordProof.slots(cluster.layout(), claim.key(), claim.value()));
    }
    List<byte[]> nodes = at.proof(slots, block);
    try {
      RecordProof proof = new RecordProof(new ProofNodes(nodes));
      for (Claim claim : claims) {
        proof.check(
            cluster.layout(), cluster.contract(), header.stateRoot(), claim.key(), claim.value());
      }
    } catch (ProofException e) {
      throw new VerificationFailed("%s, block %d: %s".formatted(at.name(), block, e.getMessage()));
    }
    client.before().verified(header);
    Set<Address> sealers = Set.copyOf(header.sealersAmong(cluster.validators()));
    return new Proof(nodes.stream().mapToInt(each -> each.length).sum(), sealers, header.made());
  }
}
