package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.client.AgreedBlocks.Agreed;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.RecordProof;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Checks afterwards what reads have returned: against proofs as of the blocks that they were of.
 */
public final class ReadChecks {
  /** How many blocks of state nodes and their chains' clients keep. */
  private static final int KEPT_BLOCKS = 128;

  private final ClusterFile cluster;
  private final List<NodeConnection> nodes;
  private final AgreedBlocks blocks;
  private final KeptBlocks kept;
  private final AgeLimit age;
  private final long timeoutMs;

  /** How a check ended. */
  public enum Standing {
    /** Most nodes have the block in their chains, and all records were compared with its state. */
    COMPARED,
    /**
     * Most nodes have another block of its number, and most nodes' chain clients have executed this
     * one, which an authority has sealed: it was on a branch that the chain has left. All records
     * were compared with its state.
     */
    WITHDRAWN,
    /** No node keeps the block's state any more. */
    TOO_OLD
  }

  /**
   * The result of a check.
   *
   * @param contradicted for each claim that doesn't hold, a line that says so
   * @param bytes of the proofs, without the records
   */
  public record Checked(Standing standing, Map<ReadClaim, String> contradicted, long bytes) {}

  /**
   * @param timeoutMs for one check
   */
  ReadChecks(
      ClusterFile cluster,
      List<NodeConnection> nodes,
      AgreedBlocks blocks,
      KeptBlocks kept,
      AgeLimit age,
      long timeoutMs) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.blocks = blocks;
    this.kept = kept;
    this.age = age;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Checks reads of one block.
   *
   * @param read when the first of them returned
   * @throws ClientException if they could not be checked
   */
  public Checked check(ReadBlock block, List<ReadClaim> claims, Instant read) {
    try {
      return checkNow(block, claims, read);
    } catch (VerificationFailed e) {
      return contradicted(claims, e.getMessage());
    }
  }

  private Checked checkNow(ReadBlock block, List<ReadClaim> claims, Instant read) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    long required = kept.required(block.shard(), deadline);
    if (block.number() < required) {
      throw new VerificationFailed(
          "%s answered as of block %d; block %d was verified before"
              .formatted(nodes.get(block.node()).name(), block.number(), required));
    }
    List<Integer> holders = new ArrayList<>(cluster.holders(block.shard()));
    Collections.rotate(holders, -holders.indexOf(block.node()));
    List<NodeConnection> inTurn = holders.stream().map(nodes::get).toList();
    ClientException failure = null;
    for (int i = 0; i < inTurn.size(); i++) {
      NodeConnection node = inTurn.get(i);
      long partNs = (deadline - System.nanoTime()) / (inTurn.size() - i);
      try {
        if (!node.isKnownDead()) {
          return checkAt(node, block, claims, read, System.nanoTime() + partNs);
        }
      } catch (StatusRuntimeException e) {
        failure = ClientException.of(node.name(), e.getStatus());
      } catch (ClientException e) {
        failure = e;
      }
    }
    if (blocks.newest(block.shard(), deadline) >= block.number() + KEPT_BLOCKS) {
      return new Checked(Standing.TOO_OLD, Map.of(), 0);
    }
    throw failure == null ? new ClientException("no node can be reached") : failure;
  }

  private Checked checkAt(
      NodeConnection node, ReadBlock block, List<ReadClaim> claims, Instant read, long deadline) {
    Map<ReadClaim, String> contradicted = new HashMap<>();
    Standing standing = Standing.COMPARED;
    int checked = 0;
    long bytes = 0;
    while (checked < claims.size()) {
      List<ReadClaim> rest = claims.subList(checked, claims.size());
      ProofReply reply = ask(node, block, rest, deadline);
      bytes += VerifiedReads.proofBytes(reply);
      Agreed agreed = agreed(node, block, reply.getHeader(), deadline);
      try {
        if (!agreed.header().hash().equals(block.hash())) {
          throw new ClientException(node.name() + " proves from another block than it was asked");
        }
        if (agreed.header().number() != block.number()) {
          return contradicted(
              block, claims, "names block %d by another's hash".formatted(block.number()));
        }
        Optional<Standing> found = standing(agreed, block, deadline);
        if (found.isPresent()) {
          if (reply.getRecordsCount() == 0) {
            throw new ClientException(node.name() + " proves no record");
          }
          int count = Math.min(reply.getRecordsCount(), rest.size());
          contradicted.putAll(compare(node, block, rest.subList(0, count), agreed, reply));
          checked += count;
          standing = found.get() == Standing.WITHDRAWN ? Standing.WITHDRAWN : standing;
          requireRecent(agreed, read);
          if (found.get() == Standing.COMPARED) {
            kept.add(block.shard(), agreed);
          }
          continue;
        }
      } catch (ProofException e) {
        return contradicted(
            block, claims, "names block %d: %s".formatted(block.number(), e.getMessage()));
      }
      // The others may not have the block yet.
      AgreedBlocks.pause(
          deadline,
          () ->
              new ClientException(
                  "most nodes do not have block %d of %s".formatted(block.number(), node.name())));
    }
    return new Checked(standing, contradicted, bytes);
  }

  /** The header that a node has sent, which need not be the one that was read from. */
  private Agreed agreed(NodeConnection node, ReadBlock block, ByteString header, long deadline) {
    try {
      return blocks.of(block.shard(), header, deadline);
    } catch (ProofException e) {
      throw new VerificationFailed(
          "%s proves from block %d: %s".formatted(node.name(), block.number(), e.getMessage()));
    }
  }

  private void requireRecent(Agreed block, Instant read) {
    VerificationFailed.throwIf(age.whyNot(block.header().made(), read));
  }

  /**
   * Whether the block is, or was, of the chain; empty if most nodes don't say so yet. An authority
   * could seal any state beside the chain. One that chain clients have executed is what the
   * transactions in it lead to.
   */
  private Optional<Standing> standing(Agreed agreed, ReadBlock block, long deadline)
      throws ProofException {
    if (blocks.isMajority(block.shard(), agreed.votes().having())) {
      return Optional.of(Standing.COMPARED);
    }
    if (!blocks.isMajority(block.shard(), agreed.votes().differing())) {
      return Optional.empty();
    }
    if (cluster.shards().get(block.shard()).consensus().isFinal()) {
      throw new ProofException("most nodes have another, and the chain takes none back");
    }
    return blocks.isExecuted(block.shard(), block.hash(), deadline)
        ? Optional.of(Standing.WITHDRAWN)
        : Optional.empty();
  }

  private static ProofReply ask(
      NodeConnection node, ReadBlock block, List<ReadClaim> claims, long deadline) {
    ProofRequest request =
        ProofRequest.newBuilder()
            .setBlock(ByteString.copyFrom(block.hash().bytes()))
            .addAllKeys(claims.stream().map(ReadClaim::key).toList())
            .build();
    ProofReply reply = node.call(Methods.PROOF, request, AgreedBlocks.leftMs(deadline));
    if (reply.getHeader().isEmpty()) {
      throw new ClientException(
          "%s has no block %d of that hash".formatted(node.name(), block.number()));
    }
    return reply;
  }

  private Map<ReadClaim, String> compare(
      NodeConnection prover,
      ReadBlock block,
      List<ReadClaim> claims,
      Agreed agreed,
      ProofReply reply) {
    RecordProof proof = VerifiedReads.proof(reply);
    Map<ReadClaim, String> contradicted = new HashMap<>();
    for (int i = 0; i < claims.size(); i++) {
      byte[] key = claims.get(i).key().toByteArray();
      try {
        Optional<byte[]> record = VerifiedReads.record(reply, i);
        proof.check(
            cluster.layout(),
            cluster.shards().get(block.shard()).contract(),
            agreed.header().stateRoot(),
            key,
            record);
        if (!claims.get(i).says(record)) {
          contradicted.put(
              claims.get(i),
              "%s of %s: block %d holds another record than the one that was read"
                  .formatted(StateKey.shown(key), nodes.get(block.node()).name(), block.number()));
        }
      } catch (ProofException e) {
        contradicted.put(
            claims.get(i),
            "%s of %s: %s".formatted(StateKey.shown(key), prover.name(), e.getMessage()));
      }
    }
    return contradicted;
  }

  private Checked contradicted(ReadBlock block, List<ReadClaim> claims, String reason) {
    return contradicted(claims, nodes.get(block.node()).name() + " " + reason);
  }

  private static Checked contradicted(List<ReadClaim> claims, String line) {
    Map<ReadClaim, String> all = new HashMap<>();
    claims.forEach(claim -> all.put(claim, line));
    return new Checked(Standing.COMPARED, all, 0);
  }
}
