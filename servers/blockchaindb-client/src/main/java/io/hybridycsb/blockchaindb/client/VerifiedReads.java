package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.Status;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Checks reads. Trusts no single node for the block, and no node at all for the proof. */
final class VerifiedReads {
  /** How many agreed blocks are remembered, and for how long: branches change, blocks grow old. */
  private static final int REMEMBERED_MAX = 1024;

  private static final long REMEMBERED_NS = TimeUnit.SECONDS.toNanos(5);

  /**
   * How many blocks a proof may lag behind most nodes, beyond the depth that was asked for. A proof
   * from an old block would hold, whatever has been written since.
   */
  private static final int LAG_BLOCKS_MAX = 16;

  /**
   * How long a node may take to return a block, which it has in memory; a silent node delays none.
   */
  private static final long BLOCK_TIMEOUT_MS = 2_000;

  private static final long RETRY_MS = 100;

  private final ClusterFile cluster;
  private final List<NodeConnection> nodes;

  /** Headers that most nodes have in their chains. Checking a seal takes longer than a proof. */
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
   * @param nodes how many nodes have it in their chains
   * @param newest the number of a block that most nodes have reached
   * @param askedNs when the nodes were asked
   */
  private record Agreed(BlockHeader header, int nodes, long newest, long askedNs) {
    boolean isOld(int depth) {
      return header.number() + depth + LAG_BLOCKS_MAX < newest;
    }
  }

  VerifiedReads(ClusterFile cluster, List<NodeConnection> nodes) {
    this.cluster = cluster;
    this.nodes = nodes;
  }

  Verified read(NodeConnection node, byte[] key, int depth, long timeoutMs) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    ProofRequest request =
        ProofRequest.newBuilder().setKey(ByteString.copyFrom(key)).setDepth(depth).build();
    int shard = cluster.shardOf(key);
    boolean answered = false;
    while (true) {
      try {
        ProofReply reply = node.call(Methods.PROOF, request, leftMs(deadline));
        answered = true;
        Optional<byte[]> record =
            reply.getFound() ? Optional.of(reply.getRecord().toByteArray()) : Optional.empty();
        Agreed block = agreed(new Claim(shard, reply.getHeader()), deadline);
        if (isMajority(block.nodes()) && !block.isOld(depth)) {
          BlockHeader header = block.header();
          check(cluster.shards().get(shard), header, key, record, reply);
          return new Verified(
              record, header.number(), header.sealer(), block.nodes(), reply.getSerializedSize());
        }
      } catch (ProofException e) {
        throw new VerificationFailed(
            "%s of %s: %s".formatted(StateKey.shown(key), node.name(), e.getMessage()));
      } catch (StatusRuntimeException e) {
        boolean inVain = answered && e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
        throw inVain ? unsettled(node) : ClientException.of(node.name(), e.getStatus());
      }
      pause(node, deadline);
    }
  }

  private boolean isMajority(int count) {
    return count * 2 > nodes.size();
  }

  private Agreed agreed(Claim claim, long deadline) throws ProofException {
    Agreed known = agreed.get(claim);
    if (known != null && System.nanoTime() - known.askedNs() < REMEMBERED_NS) {
      return known;
    }
    BlockHeader header = BlockHeader.read(claim.rlp().toByteArray());
    header.requireSealedBy(cluster.shards().get(claim.shard()).authorities());
    Agreed found = ask(claim.shard(), header, deadline);
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
                .map(VerifiedReads::bytes)
                .toList(),
            bytes(reply.getCodeAccountList()))
        .check(cluster.layout(), shard.contract(), header.stateRoot(), key, record);
  }

  private static List<byte[]> bytes(List<ByteString> strings) {
    return strings.stream().map(ByteString::toByteArray).toList();
  }

  /** Asks all nodes for the block; those that don't answer don't count. */
  private Agreed ask(int shard, BlockHeader header, long deadline) {
    BlockRequest question =
        BlockRequest.newBuilder().setShard(shard).setNumber(header.number()).build();
    ByteString hash = ByteString.copyFrom(header.hash());
    long askedNs = System.nanoTime();
    long[] newest = new long[nodes.size()];
    int agreeing = 0;
    for (int i = 0; i < newest.length; i++) {
      try {
        if (!nodes.get(i).isKnownDead()) {
          long timeoutMs = Math.min(BLOCK_TIMEOUT_MS, leftMs(deadline));
          BlockReply reply = nodes.get(i).call(Methods.BLOCK, question, timeoutMs);
          agreeing += reply.getFound() && reply.getHash().equals(hash) ? 1 : 0;
          newest[i] = reply.getNewest();
        }
      } catch (StatusRuntimeException e) {
        // A node that doesn't answer doesn't agree.
      }
    }
    Arrays.sort(newest);
    // Enough nodes have reached this block that one of them is honest if most are.
    return new Agreed(header, agreeing, newest[(newest.length - 1) / 2], askedNs);
  }

  private static long leftMs(long deadline) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  private static ClientException unsettled(NodeConnection node) {
    return new ClientException(
        "most nodes do not have the block that "
            + node.name()
            + " proves from, or are far beyond it");
  }

  private static void pause(NodeConnection node, long deadline) {
    if (System.nanoTime() >= deadline) {
      throw unsettled(node);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("interrupted");
    }
  }
}
