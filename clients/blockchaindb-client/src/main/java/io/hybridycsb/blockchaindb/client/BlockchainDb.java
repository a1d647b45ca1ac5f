package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a cluster, for many threads, each with a {@link Session} of its own.
 *
 * <pre>{@code
 * try (BlockchainDb db = new BlockchainDb(ClusterFile.read(file), 30_000, 2)) {
 *   Session session = db.session();
 *   byte[] key = StateKey.of("usertable", "user1");
 *   session.write(Kind.SET, key, RecordCodec.encode(fields), 0);
 *   Optional<byte[]> record = session.get(key, Freshness.SESSION);
 * }
 * }</pre>
 */
public final class BlockchainDb implements AutoCloseable {
  private final ClusterFile cluster;
  private final long timeoutMs;
  private final List<NodeConnection> nodes;
  private final AgreedBlocks agreedBlocks;
  private final KeptBlocks keptBlocks;
  private final VerifiedReads verifiedReads;
  private final ReadChecks readChecks;
  private final SeenBlocks seenBlocks;

  private final AtomicInteger next = new AtomicInteger();

  /** A client whose verified reads need no more than their proofs. */
  public BlockchainDb(ClusterFile cluster, long timeoutMs, int connections) {
    this(cluster, timeoutMs, connections, Requirements.NONE);
  }

  /**
   * @param timeoutMs for each call, attempts on further nodes included
   * @param connections to each node
   * @param requirements of verified reads
   * @throws VerificationFailed if the state file is another cluster's
   * @throws IllegalStateException if it can't be read
   */
  public BlockchainDb(
      ClusterFile cluster, long timeoutMs, int connections, Requirements requirements) {
    this(cluster, timeoutMs, connections, requirements, BlockTimes.DEFAULT);
  }

  BlockchainDb(
      ClusterFile cluster,
      long timeoutMs,
      int connections,
      Requirements requirements,
      BlockTimes times) {
    Map<String, Position> kept = KeptBlocks.read(cluster, requirements.state());
    this.cluster = cluster;
    this.timeoutMs = timeoutMs;
    this.nodes =
        cluster.nodes().stream().map(node -> new NodeConnection(node, connections)).toList();
    this.agreedBlocks = new AgreedBlocks(cluster, nodes, times);
    this.keptBlocks = new KeptBlocks(cluster, agreedBlocks, requirements.state(), kept, times);
    this.verifiedReads = new VerifiedReads(cluster, agreedBlocks, keptBlocks, requirements.age());
    this.readChecks =
        new ReadChecks(cluster, nodes, agreedBlocks, keptBlocks, requirements.age(), timeoutMs);
    this.seenBlocks = new SeenBlocks(cluster, agreedBlocks, times);
  }

  /** What a read waits for. */
  public enum Freshness {
    /** For nothing: what the node knows now. */
    EVENTUAL,
    /**
     * Until the node knows the blocks of all writes that this process has committed at any node,
     * and of all that this session has read. A block that no node has but the one that named it
     * counts for its own session alone. A number counts for no session if it is more than two ahead
     * of an honest node, or too few nodes answer to tell.
     */
    SESSION,
    /** As {@link #SESSION}, and for the node's own writes of the key that no block has yet. */
    SEQUENTIAL
  }

  /** A session for one thread; the nodes that hold a shard are taken in turn. */
  public Session session() {
    int turn = next.getAndIncrement();
    return new Session(
        this,
        holders -> {
          List<Integer> inTurn = new ArrayList<>(holders);
          Collections.rotate(inTurn, -Math.floorMod(turn, inTurn.size()));
          return inTurn;
        });
  }

  /**
   * A session for one thread, at the node with this number, from 0, and at no other. What concerns
   * a shard that the node doesn't hold is refused with an {@link IllegalArgumentException}.
   */
  public Session sessionAt(int node) {
    return new Session(this, holders -> holders.contains(node) ? List.of(node) : List.of());
  }

  /**
   * The newest block of a shard that most nodes have, and that no other takes the place of any
   * more.
   *
   * @throws ClientException if most nodes don't agree on one
   */
  public AgreedBlock settled(int shard) {
    return agreedBlocks.settled(shard, deadline());
  }

  /**
   * The block of that number that most nodes have in a shard.
   *
   * @throws ClientException if most nodes don't agree on one
   */
  public AgreedBlock blockAt(int shard, long number) {
    return agreedBlocks.settledAt(shard, number, deadline());
  }

  /** When a call that begins now is out of time, as of {@link System#nanoTime}. */
  long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /** Checks what reads have returned. */
  public ReadChecks readChecks() {
    return readChecks;
  }

  /**
   * Keeps in the state file what was verified, if most nodes answer, and disconnects.
   *
   * @throws VerificationFailed if nodes have no longer what the file had
   * @throws IllegalStateException if the file can't be read or written
   */
  @Override
  public void close() {
    try {
      keptBlocks.save();
    } catch (ClientException e) {
      // The file stays as it is, a second behind.
    } finally {
      nodes.forEach(NodeConnection::close);
    }
  }

  /**
   * What a read has returned.
   *
   * @param record empty if there is none
   */
  public record Reading(Optional<byte[]> record, ReadBlock block) {}

  /**
   * A record whose proof held.
   *
   * @param record empty if it is proven absent
   * @param block the block that the proof is about
   * @param made when, by those who have sealed it
   * @param blockHash its hash
   * @param sealers the authorities that have sealed that
   * @param agreeing how many nodes have that block
   * @param proofBytes the proof's size, without the record
   */
  public record Verified(
      Optional<byte[]> record,
      long block,
      Instant made,
      Hash blockHash,
      List<Address> sealers,
      int agreeing,
      int proofBytes) {}

  /** A random id of 16 bytes. */
  public static ByteString newId() {
    UUID id = UUID.randomUUID();
    return ByteString.copyFrom(
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  public ClusterFile cluster() {
    return cluster;
  }

  long timeoutMs() {
    return timeoutMs;
  }

  List<NodeConnection> nodes() {
    return nodes;
  }

  VerifiedReads verifiedReads() {
    return verifiedReads;
  }

  SeenBlocks seenBlocks() {
    return seenBlocks;
  }
}
