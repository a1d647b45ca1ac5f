package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.chain.BlockHeader;
import io.hybridycsb.blockchaindb.chain.ProofException;
import io.hybridycsb.blockchaindb.chain.RecordProof;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Verified;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.SlotProof;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Checks reads. Trusts no single node, and none at all with the proof. */
final class Verifier {
  /** Blocks that are remembered as agreed on. */
  private static final int REMEMBERED_MAX = 1024;

  private static final long RETRY_MS = 100;

  private final ClusterFile cluster;
  private final List<NodeConnection> nodes;

  /** Headers that most nodes have in their chains: to check a seal takes longer than a proof. */
  private final Map<Claim, Agreed> agreed = new ConcurrentHashMap<>();

  /**
   * A header as a node sent it.
   *
   * @param rlp as it is hashed
   */
  private record Claim(int shard, ByteString rlp) {}

  /**
   * A header, sealed by an authority.
   *
   * @param nodes how many have it in their chains
   */
  private record Agreed(BlockHeader header, int nodes) {}

  Verifier(ClusterFile cluster, List<NodeConnection> nodes) {
    this.cluster = cluster;
    this.nodes = nodes;
  }

  Verified read(NodeConnection node, byte[] key, int depth, long timeoutMs) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    ProofRequest request =
        ProofRequest.newBuilder().setKey(ByteString.copyFrom(key)).setDepth(depth).build();
    int shard = cluster.shardOf(key);
    while (true) {
      try {
        ProofReply reply = node.call(Methods.PROOF, request, leftMs(deadline));
        Optional<byte[]> record =
            reply.getFound() ? Optional.of(reply.getRecord().toByteArray()) : Optional.empty();
        Agreed block = agreed(new Claim(shard, reply.getHeader()), deadline);
        if (isMajority(block.nodes())) {
          BlockHeader header = block.header();
          check(cluster.shards().get(shard), header, key, record, reply);
          return new Verified(
              record, header.number(), header.sealer(), block.nodes(), reply.getSerializedSize());
        }
      } catch (ProofException e) {
        throw new VerificationFailed(
            "%s of %s: %s".formatted(StateKey.shown(key), node.name(), e.getMessage()));
      } catch (StatusRuntimeException e) {
        throw ClientException.of(node.name(), e.getStatus());
      }
      pause(node, deadline);
    }
  }

  private boolean isMajority(int count) {
    return count * 2 > nodes.size();
  }

  private Agreed agreed(Claim claim, long deadline) throws ProofException {
    Agreed known = agreed.get(claim);
    if (known != null) {
      return known;
    }
    BlockHeader header = BlockHeader.read(claim.rlp().toByteArray());
    header.requireSealedBy(cluster.shards().get(claim.shard()).authorities());
    Agreed found = new Agreed(header, agreeing(claim.shard(), header, deadline));
    if (isMajority(found.nodes())) {
      if (agreed.size() >= REMEMBERED_MAX) {
        agreed.clear();
      }
      agreed.put(claim, found);
    }
    return found;
  }

  private void check(
      Shard shard, BlockHeader header, byte[] key, Optional<byte[]> record, ProofReply reply)
      throws ProofException {
    new RecordProof(
            bytes(reply.getAccountList()),
            reply.getSlotsList().stream()
                .map(SlotProof::getNodesList)
                .map(Verifier::bytes)
                .toList(),
            bytes(reply.getCodeAccountList()))
        .check(cluster.layout(), shard.contract(), header.stateRoot(), key, record);
  }

  private static List<byte[]> bytes(List<ByteString> strings) {
    return strings.stream().map(ByteString::toByteArray).toList();
  }

  /** How many nodes have the block in their chains; those that don't answer don't count. */
  private int agreeing(int shard, BlockHeader header, long deadline) {
    BlockRequest question =
        BlockRequest.newBuilder().setShard(shard).setNumber(header.number()).build();
    ByteString hash = ByteString.copyFrom(header.hash());
    int agreeing = 0;
    for (NodeConnection node : nodes) {
      try {
        if (!node.isKnownDead()) {
          BlockReply reply = node.call(Methods.BLOCK, question, leftMs(deadline));
          agreeing += reply.getFound() && reply.getHash().equals(hash) ? 1 : 0;
        }
      } catch (StatusRuntimeException e) {
        // A node that doesn't answer doesn't agree.
        continue;
      }
    }
    return agreeing;
  }

  private static long leftMs(long deadline) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  private static void pause(NodeConnection node, long deadline) {
    if (System.nanoTime() >= deadline) {
      throw new ClientException(
          "most nodes do not have the block that " + node.name() + " proves from");
    }
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("interrupted");
    }
  }
}
