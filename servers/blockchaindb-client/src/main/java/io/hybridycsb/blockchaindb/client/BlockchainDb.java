package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
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
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A client of a cluster, for many threads, each with a {@link Session} of its own.
 *
 * <pre>{@code
 * try (BlockchainDb db = new BlockchainDb(ClusterFile.read(file), 30_000, 2)) {
 *   BlockchainDb.Session session = db.session();
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
    return new Session(holders -> holders.contains(node) ? List.of(node) : List.of());
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

  private long deadline() {
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
   * Calls one of the nodes that hold the shard in question, and others while that one doesn't
   * answer.
   */
  public final class Session {
    /** For each shard, the nodes that may be asked, the home node first. */
    private final List<List<NodeConnection>> inTurn;

    /** For each shard, the newest block of which something was read, or into which was written. */
    private final AtomicLongArray newestSeen = new AtomicLongArray(cluster.shards().size());

    private Session(UnaryOperator<List<Integer>> order) {
      this.inTurn =
          IntStream.range(0, cluster.shards().size())
              .mapToObj(shard -> order.apply(cluster.holders(shard)))
              .map(places -> places.stream().map(nodes::get).toList())
              .toList();
    }

    private List<NodeConnection> inTurn(int shard) {
      List<NodeConnection> found = inTurn.get(shard);
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "the node doesn't hold what is asked for: " + cluster.toldHolders(shard));
      }
      return found;
    }

    /**
     * Writes records of one shard once. If the answer is lost, asks for the outcome as long as
     * there is time. What is committed in a block that no other node has yet is told a little
     * later: once another has it, or ten seconds have passed.
     *
     * @param commit as in {@link WriteRequest}
     */
    public WriteReply write(List<Write> writes, int commit) {
      return write(newId(), writes, commit);
    }

    /**
     * The same, with an id that the caller has chosen.
     *
     * @param id of {@link #newId}
     */
    public WriteReply write(ByteString id, List<Write> writes, int commit) {
      List<Integer> shards =
          writes.stream()
              .map(write -> cluster.shardOf(write.getKey().toByteArray()))
              .distinct()
              .toList();
      if (shards.size() != 1) {
        throw new IllegalArgumentException("the writes of an operation are of one shard");
      }
      int shard = shards.get(0);
      WriteRequest request =
          WriteRequest.newBuilder()
              .setOperationId(id)
              .addAllWrites(writes)
              .setCommit(commit)
              .setFromBlock(fromBlock(shard))
              .build();
      long deadline = deadline();
      WriteReply reply = new Writing(inTurn(shard), request, deadline).once();
      if (reply.getOutcome() == Outcome.COMMITTED) {
        remember(shard, reply.getBlock());
        if (reply.getBlock() <= newestSeen.get(shard)) {
          seenBlocks.share(shard, reply.getBlock(), deadline);
        }
      }
      return reply;
    }

    /** The outcome of a write of a key, from the home node, where it was submitted. */
    public WriteReply outcome(byte[] key, OutcomeRequest question) {
      NodeConnection node = inTurn(cluster.shardOf(key)).get(0);
      try {
        return node.call(Methods.OUTCOME, question, timeoutMs);
      } catch (StatusRuntimeException e) {
        throw ClientException.of(node.name(), e.getStatus());
      }
    }

    private void remember(int shard, long block) {
      if (block > newestSeen.get(shard)) {
        newestSeen.accumulateAndGet(shard, seenBlocks.believed(shard, block), Math::max);
      }
    }

    /** The block of a shard that a node must know that continues this session. */
    private long fromBlock(int shard) {
      return Math.max(seenBlocks.shared(shard), newestSeen.get(shard));
    }

    private long fromBlock(int shard, Freshness freshness) {
      return freshness == Freshness.EVENTUAL ? 0 : fromBlock(shard);
    }

    /**
     * An honest node waits until it knows the block that it was asked for.
     *
     * @throws ClientException if the answer is of an earlier one
     */
    private static void requireReached(NodeConnection node, long fromBlock, long block) {
      if (block < fromBlock) {
        throw new ClientException(
            "%s answers as of block %d, not of %d or a later one"
                .formatted(node.name(), block, fromBlock));
      }
    }

    /**
     * Reads a record as the node knows it.
     *
     * @param freshness what it waits for
     * @throws ClientException if no node answers
     */
    public Optional<byte[]> get(byte[] key, Freshness freshness) {
      return read(key, freshness).record();
    }

    /** The same, with the block that the answer is of. */
    public Reading read(byte[] key, Freshness freshness) {
      int shard = cluster.shardOf(key);
      long fromBlock = fromBlock(shard, freshness);
      GetRequest request =
          GetRequest.newBuilder()
              .setKey(ByteString.copyFrom(key))
              .setSequential(freshness == Freshness.SEQUENTIAL)
              .setFromBlock(fromBlock)
              .build();
      return Attempts.first(
          inTurn(shard),
          timeoutMs,
          () -> seenBlocks.isReached(shard, fromBlock),
          (node, partMs) -> {
            GetReply reply = node.call(Methods.GET, request, partMs);
            requireReached(node, fromBlock, reply.getBlock());
            Hash block = hash(node, reply.getBlockHash());
            remember(shard, reply.getBlock());
            return new Reading(
                reply.getFound() ? Optional.of(reply.getRecord().toByteArray()) : Optional.empty(),
                new ReadBlock(nodes.indexOf(node), shard, reply.getBlock(), block));
          });
    }

    /**
     * Records of all shards by rising key: the first ones, at most so many; none only at the end.
     *
     * @param until no key is this or above; empty for no end
     * @throws ClientException if of a shard no node answers
     */
    public List<Entry> scan(byte[] from, byte[] until, int count, Freshness freshness) {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
      List<ScanReply> replies = new ArrayList<>();
      for (int shard = 0; shard < inTurn.size(); shard++) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        replies.add(scan(shard, from, until, count, freshness, leftMs));
      }
      return ScannedShards.merged(replies, count);
    }

    /** The same of one shard, from 0. */
    public List<Entry> scan(int shard, byte[] from, byte[] until, int count, Freshness freshness) {
      return scan(shard, from, until, count, freshness, timeoutMs).getEntriesList();
    }

    private ScanReply scan(
        int shard, byte[] from, byte[] until, int count, Freshness freshness, long leftMs) {
      long fromBlock = fromBlock(shard, freshness);
      ScanRequest request =
          ScanRequest.newBuilder()
              .setShard(shard)
              .setFromBlock(fromBlock)
              .setFrom(ByteString.copyFrom(from))
              .setUntil(ByteString.copyFrom(until))
              .setCount(count)
              .build();
      ScanReply reply =
          Attempts.first(
              inTurn(shard),
              leftMs,
              () -> seenBlocks.isReached(shard, fromBlock),
              (node, partMs) -> {
                ScanReply scanned = node.call(Methods.SCAN, request, partMs);
                requireReached(node, fromBlock, scanned.getBlock());
                return scanned;
              });
      remember(shard, reply.getBlock());
      return reply;
    }

    /**
     * Reads a record and checks it here: its proof against a header that an authority has sealed
     * and that most nodes have in their chain.
     *
     * @param depth how many blocks behind the node's newest, or fewer where the session has read or
     *     the process written what is newer
     * @param freshness what it waits for; never for writes that no block has yet
     * @throws VerificationFailed if a check fails
     * @throws ClientException if the nodes don't answer, or agree on no block in time
     */
    public Verified verify(byte[] key, int depth, Freshness freshness) {
      int shard = cluster.shardOf(key);
      long fromBlock = fromBlock(shard, freshness);
      Verified verified =
          Attempts.first(
              inTurn(shard),
              timeoutMs,
              () -> seenBlocks.isReached(shard, fromBlock),
              (node, partMs) -> verifiedReads.read(node, key, depth, fromBlock, partMs));
      // Most nodes have it.
      newestSeen.accumulateAndGet(shard, verified.block(), Math::max);
      return verified;
    }

    /**
     * Reads a record as it was after a block, and checks it as {@link #verify} does.
     *
     * @param blockHash of a block of the key's shard
     * @throws VerificationFailed if a check fails
     * @throws ClientException if the nodes don't answer, or don't have the block or its state
     */
    public Verified verifyAt(byte[] key, Hash blockHash) {
      return Attempts.first(
          inTurn(cluster.shardOf(key)),
          timeoutMs,
          () -> true,
          (node, partMs) -> verifiedReads.readAt(node, key, blockHash, partMs));
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

  /**
   * @throws ClientException if it is none
   */
  private static Hash hash(NodeConnection node, ByteString bytes) {
    try {
      return Hash.of(bytes.toByteArray());
    } catch (IllegalArgumentException e) {
      throw new ClientException("%s names no block: %s".formatted(node.name(), e.getMessage()));
    }
  }

  public ClusterFile cluster() {
    return cluster;
  }
}
