package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Reading;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Verified;
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
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A session for one thread: calls one of the nodes that hold the shard in question, and others
 * while that one doesn't answer.
 */
public final class Session {
  private static final Comparator<ByteString> BY_BYTES =
      ByteString.unsignedLexicographicalComparator();

  private final BlockchainDb db;
  private final ClusterFile cluster;
  private final long timeoutMs;
  private final SeenBlocks seenBlocks;

  /** For each shard, the nodes that may be asked, the home node first. */
  private final List<List<NodeConnection>> inTurn;

  /** For each shard, the newest block of which something was read, or into which was written. */
  private final AtomicLongArray newestSeen;

  Session(BlockchainDb db, UnaryOperator<List<Integer>> order) {
    this.db = db;
    this.cluster = db.cluster();
    this.timeoutMs = db.timeoutMs();
    this.seenBlocks = db.seenBlocks();
    this.newestSeen = new AtomicLongArray(cluster.shards().size());
    this.inTurn =
        IntStream.range(0, cluster.shards().size())
            .mapToObj(shard -> order.apply(cluster.holders(shard)))
            .map(places -> places.stream().map(db.nodes()::get).toList())
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
   * Writes records of one shard once. If the answer is lost, asks for the outcome as long as there
   * is time. What is committed in a block that no other node has yet is told a little later: once
   * another has it, or ten seconds have passed.
   *
   * @param commit as in {@link WriteRequest}
   */
  public WriteReply write(List<Write> writes, int commit) {
    return write(BlockchainDb.newId(), writes, commit);
  }

  /**
   * The same, with an id that the caller has chosen.
   *
   * @param id of {@link BlockchainDb#newId}
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
    long deadline = db.deadline();
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
              new ReadBlock(db.nodes().indexOf(node), shard, reply.getBlock(), block));
        });
  }

  /**
   * Records of all shards by rising key: the first ones, at most so many; none only at the end.
   *
   * @param until no key is this or above; empty for no end
   * @throws ClientException if of a shard no node answers
   */
  public List<Entry> scan(byte[] from, byte[] until, int count, Freshness freshness) {
    long deadline = db.deadline();
    List<ScanReply> replies = new ArrayList<>();
    for (int shard = 0; shard < inTurn.size(); shard++) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      replies.add(scan(shard, from, until, count, freshness, leftMs));
    }
    return merged(replies, count);
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
   * Reads a record and checks it here: its proof against a header that an authority has sealed and
   * that most nodes have in their chain.
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
            (node, partMs) -> db.verifiedReads().read(node, key, depth, fromBlock, partMs));
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
        (node, partMs) -> db.verifiedReads().readAt(node, key, blockHash, partMs));
  }

  /**
   * The first records of all, by rising key. Beyond the last record of an answer that was cut there
   * may be further ones of its shard, so the result ends there.
   */
  static List<Entry> merged(List<ScanReply> replies, int count) {
    if (replies.size() == 1) {
      return replies.get(0).getEntriesList();
    }
    List<ByteString> ends =
        replies.stream()
            .filter(reply -> reply.getCut() && reply.getEntriesCount() > 0)
            .map(reply -> reply.getEntries(reply.getEntriesCount() - 1).getKey())
            .toList();
    return replies.stream()
        .flatMap(reply -> reply.getEntriesList().stream())
        .filter(entry -> ends.stream().allMatch(end -> BY_BYTES.compare(entry.getKey(), end) <= 0))
        .sorted(Comparator.comparing(Entry::getKey, BY_BYTES))
        .limit(count)
        .toList();
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
}
