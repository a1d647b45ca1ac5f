package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Verified;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.ProofNodes;
import io.hybridycsb.ethereum.chain.RecordProof;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Checks reads. Trusts no single node for the block, and no node at all for the proof. */
record VerifiedReads(ClusterFile cluster, AgreedBlocks blocks, KeptBlocks kept, AgeLimit age) {
  /**
   * How many blocks a proof may lag behind most nodes, beyond the depth that was asked for. A proof
   * from an old block would hold, whatever has been written since.
   */
  private static final int LAG_BLOCKS_MAX = 16;

  /**
   * The newest record, or nearly.
   *
   * @param fromBlock the proof is of that block or a later one
   */
  Verified read(NodeConnection node, byte[] key, int depth, long fromBlock, long timeoutMs) {
    long deadline = deadline(timeoutMs);
    int shard = cluster.shardOf(key);
    long first = Math.max(fromBlock, kept.required(shard, deadline));
    ProofRequest request =
        ProofRequest.newBuilder()
            .addKeys(ByteString.copyFrom(key))
            .setDepth(depth)
            .setFromBlock(first)
            .build();
    Verified verified =
        read(
            node,
            shard,
            key,
            request,
            deadline,
            block ->
                block.header().number() >= first
                    && block.header().number() + depth + LAG_BLOCKS_MAX >= block.votes().newest());
    VerificationFailed.throwIf(age.whyNot(verified.made(), Instant.now()));
    return verified;
  }

  private static long deadline(long timeoutMs) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /** A record as it was after a block. */
  Verified readAt(NodeConnection node, byte[] key, Hash block, long timeoutMs) {
    long deadline = deadline(timeoutMs);
    int shard = cluster.shardOf(key);
    kept.required(shard, deadline);
    ProofRequest request =
        ProofRequest.newBuilder()
            .addKeys(ByteString.copyFrom(key))
            .setBlock(ByteString.copyFrom(block.bytes()))
            .build();
    return read(
        node, shard, key, request, deadline, agreed -> block.equals(agreed.header().hash()));
  }

  private Verified read(
      NodeConnection node,
      int shard,
      byte[] key,
      ProofRequest request,
      long deadline,
      Predicate<AgreedBlocks.Agreed> isWanted) {
    boolean answered = false;
    while (true) {
      try {
        ProofReply reply = node.call(Methods.PROOF, request, AgreedBlocks.leftMs(deadline));
        answered = true;
        if (reply.getHeader().isEmpty()) {
          throw new ClientException(node.name() + " has no such block");
        }
        Optional<byte[]> record = record(reply, 0);
        AgreedBlocks.Agreed block = blocks.of(shard, reply.getHeader(), deadline);
        SealedHeader header = block.header();
        if (blocks.isMajority(shard, block.votes().having()) && isWanted.test(block)) {
          proof(reply)
              .check(
                  cluster.layout(),
                  cluster.shards().get(shard).contract(),
                  header.stateRoot(),
                  key,
                  record);
          kept.add(shard, block);
          return new Verified(
              record,
              header.number(),
              header.made(),
              header.hash(),
              header.sealersAmong(cluster.shards().get(shard).authorities()),
              block.votes().having(),
              proofBytes(reply));
        }
      } catch (ProofException e) {
        throw new VerificationFailed(
            "%s of %s: %s".formatted(StateKey.shown(key), node.name(), e.getMessage()));
      } catch (StatusRuntimeException e) {
        boolean inVain = answered && e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
        throw inVain ? unsettled(node) : ClientException.of(node.name(), e.getStatus());
      }
      AgreedBlocks.pause(deadline, () -> unsettled(node));
    }
  }

  /** Of an answer, without the records. */
  static int proofBytes(ProofReply reply) {
    int records = reply.getRecordsList().stream().mapToInt(Proven::getSerializedSize).sum();
    return reply.getSerializedSize() - records;
  }

  static RecordProof proof(ProofReply reply) {
    return new RecordProof(
        new ProofNodes(reply.getNodesList().stream().map(ByteString::toByteArray).toList()));
  }

  /**
   * What a proof is said to prove of one of its keys.
   *
   * @throws ProofException if nothing
   */
  static Optional<byte[]> record(ProofReply reply, int at) throws ProofException {
    if (at >= reply.getRecordsCount()) {
      throw new ProofException("the proof is of no record");
    }
    Proven proven = reply.getRecords(at);
    return proven.getFound() ? Optional.of(proven.getRecord().toByteArray()) : Optional.empty();
  }

  private static ClientException unsettled(NodeConnection node) {
    return new ClientException(
        "most nodes do not have the block that "
            + node.name()
            + " proves from, or it is older than what was asked for");
  }
}
