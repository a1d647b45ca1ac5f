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

  /** How many nodes have a block, by shard and hash. */
  private final Map<String, Integer> agreed = new ConcurrentHashMap<>();

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
        BlockHeader header = check(cluster.shards().get(shard), key, record, reply);
        int agreeing = agreeing(shard, header, deadline);
        if (agreeing * 2 > nodes.size()) {
          return new Verified(
              record, header.number(), header.sealer(), agreeing, reply.getSerializedSize());
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

  private BlockHeader check(Shard shard, byte[] key, Optional<byte[]> record, ProofReply reply)
      throws ProofException {
    BlockHeader header = BlockHeader.read(reply.getHeader().toByteArray());
    header.requireSealedBy(shard.authorities());
    new RecordProof(
            bytes(reply.getAccountList()),
            reply.getSlotsList().stream()
                .map(SlotProof::getNodesList)
                .map(Verifier::bytes)
                .toList(),
            bytes(reply.getCodeAccountList()))
        .check(cluster.layout(), shard.contract(), header.stateRoot(), key, record);
    return header;
  }

  private static List<byte[]> bytes(List<ByteString> strings) {
    return strings.stream().map(ByteString::toByteArray).toList();
  }

  /** How many nodes have the block in their chain; asks until most do or all have answered. */
  private int agreeing(int shard, BlockHeader header, long deadline) {
    String id = shard + header.hashHex();
    Integer known = agreed.get(id);
    if (known != null) {
      return known;
    }
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
    if (agreeing * 2 > nodes.size()) {
      if (agreed.size() >= REMEMBERED_MAX) {
        agreed.clear();
      }
      agreed.put(id, agreeing);
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
