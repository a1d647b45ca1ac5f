package io.hybridycsb.blockchaindb.server.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.shard.PendingWrite;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.blockchaindb.server.shard.ShardState;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A node: maps keys to the shards that it holds, and answers clients. */
public final class Node {
  private static final int COMMIT_DEPTH_MAX = 64;
  private static final int ID_BYTES = 16;
  private static final int KEY_BYTES_MAX = 1_024;

  /** Of a request to read: it may wait for a block. */
  private static final int READ_BYTES_MAX = 4 * KEY_BYTES_MAX;

  private static final int WRITES_MAX = 4_096;
  private static final int GIVEN_UP_MAX = 10_000;
  private static final int PROVEN_MAX = 1_024;
  private static final int SCAN_MAX = 10_000;
  private static final int SCAN_BYTES_MAX = 8 << 20;
  private static final long SETTLED_POLL_MS = 10;

  private final ClusterFile cluster;

  /** Those that the node holds, by their number from 0. */
  private final SortedMap<Integer, ShardService> shards;

  private final ComponentTimes times = new ComponentTimes();

  /**
   * Operations that were given up before they arrived. It is also the lock for arriving operations.
   */
  private final Map<ByteString, Boolean> givenUp =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteString, Boolean> eldest) {
          return size() > GIVEN_UP_MAX;
        }
      };

  /**
   * @param shards that the node holds, by their number from 0
   */
  public Node(ClusterFile cluster, SortedMap<Integer, ShardService> shards) {
    this.cluster = cluster;
    this.shards = Collections.unmodifiableSortedMap(new TreeMap<>(shards));
  }

  public ComponentTimes times() {
    return times;
  }

  private ShardService shardOf(byte[] key) {
    return held(cluster.shardOf(key));
  }

  /**
   * A shard by its number.
   *
   * @throws IllegalArgumentException if there is none, or it is held by others
   */
  private ShardService held(int number) {
    ShardService shard = shards.get(number);
    if (shard != null) {
      return shard;
    }
    int count = cluster.shards().size();
    throw new IllegalArgumentException(
        number >= 0 && number < count
            ? "this node doesn't hold what is asked for: " + cluster.toldHolders(number)
            : "there are %d shards, from 0, and no shard %d".formatted(count, number));
  }

  /** The shard that holds all these keys. */
  private ShardService ofAll(Stream<ByteString> keys, String rule) {
    List<Integer> numbers = keys.map(key -> cluster.shardOf(key.toByteArray())).distinct().toList();
    requireThat(numbers.size() == 1, rule);
    return held(numbers.get(0));
  }

  /**
   * Writes.
   *
   * @throws IllegalArgumentException if the request is none
   */
  CompletableFuture<WriteReply> write(WriteRequest request) {
    requireThat(request.getOperationId().size() == ID_BYTES, "operation_id has 16 bytes");
    requireThat(
        request.getCommit() >= -1 && request.getCommit() <= COMMIT_DEPTH_MAX,
        "commit is from -1 to " + COMMIT_DEPTH_MAX);
    requireThat(
        request.getWritesCount() > 0 && request.getWritesCount() <= WRITES_MAX,
        "there are from 1 to %d writes, not %d".formatted(WRITES_MAX, request.getWritesCount()));
    request.getWritesList().forEach(Node::check);
    ShardService shard =
        ofAll(request.getWritesList().stream().map(Write::getKey), "the writes are of one shard");
    List<CompletableFuture<WriteReply>> replies;
    synchronized (givenUp) {
      replies =
          givenUp.containsKey(request.getOperationId())
              ? List.of(notSubmitted("it was given up before it arrived"))
              : offer(shard, request);
    }
    return CompletableFuture.allOf(replies.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all -> PendingWrite.replyOfAll(replies.stream().map(CompletableFuture::join).toList()));
  }

  private static CompletableFuture<WriteReply> notSubmitted(String reason) {
    return CompletableFuture.completedFuture(
        WriteReply.newBuilder().setOutcome(Outcome.NOT_SUBMITTED).setDetail(reason).build());
  }

  private List<CompletableFuture<WriteReply>> offer(ShardService shard, WriteRequest request) {
    List<CompletableFuture<WriteReply>> replies = new ArrayList<>();
    for (Write write : request.getWritesList()) {
      PendingWrite pending =
          new PendingWrite(
              request.getOperationId(), write, request.getCommit(), request.getFromBlock());
      replies.add(
          shard.offer(pending)
              ? pending.reply().whenComplete((reply, e) -> count(pending, reply, shard))
              : notSubmitted("too many writes wait at this node"));
    }
    return replies;
  }

  private void count(PendingWrite write, WriteReply reply, ShardService shard) {
    if (reply != null && reply.getOutcome() == Outcome.COMMITTED) {
      write.times().count(times, shard.state().replaceNanos());
    } else if (reply != null && reply.getOutcome() == Outcome.ACCEPTED) {
      write.times().count(times, 0);
    }
  }

  private static void check(Write write) {
    int bytes = write.getKey().size();
    requireThat(
        bytes > 0 && bytes <= KEY_BYTES_MAX,
        "a key has from 1 to %d bytes, not %d".formatted(KEY_BYTES_MAX, bytes));
    requireThat(
        write.getRecord().isEmpty() == (write.getKind() == Kind.DELETE),
        "what is set has a record, and what is deleted has none");
  }

  private static void checkRead(int bytes) {
    requireThat(
        bytes <= READ_BYTES_MAX,
        "a read has at most %d bytes, not %d".formatted(READ_BYTES_MAX, bytes));
  }

  private static void requireThat(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }

  /** The outcome of an operation of this node, or of any transaction. */
  WriteReply outcome(OutcomeRequest request) throws RpcFailure, InterruptedException {
    if (request.hasTransaction()) {
      return transaction(request.getTransaction());
    }
    synchronized (givenUp) {
      List<WriteReply> replies =
          shards.values().stream()
              .flatMap(shard -> shard.outcomes(request.getOperationId()).stream())
              .toList();
      if (!replies.isEmpty()) {
        return PendingWrite.replyOfAll(replies);
      }
      if (request.getGiveUp()) {
        requireThat(request.getOperationId().size() == ID_BYTES, "operation_id has 16 bytes");
        givenUp.put(request.getOperationId(), true);
      }
      return WriteReply.newBuilder().setOutcome(Outcome.NOT_SUBMITTED).build();
    }
  }

  private WriteReply transaction(ByteString hash) throws RpcFailure, InterruptedException {
    requireThat(hash.size() == 32, "a transaction's hash has 32 bytes");
    for (ShardService shard : shards.values()) {
      JsonNode receipt = shard.receipt(hash.toByteArray());
      if (!receipt.isNull()) {
        return executed(receipt).toBuilder().addTransactions(hash).build();
      }
      if (shard.knows(hash.toByteArray())) {
        return WriteReply.newBuilder().setOutcome(Outcome.PENDING).addTransactions(hash).build();
      }
    }
    return WriteReply.newBuilder()
        .setOutcome(Outcome.UNKNOWN)
        .setDetail("neither in the chain nor in this node's pool")
        .build();
  }

  /** A node sends again what its transaction has left out or what was reverted. */
  private static WriteReply executed(JsonNode receipt) {
    boolean success = Hex.number(receipt.get("status")) == 1;
    int leftOut = 0;
    for (JsonNode log : receipt.path("logs")) {
      leftOut += ContractCalls.isStale(log) ? 1 : 0;
    }
    WriteReply.Builder reply =
        WriteReply.newBuilder().setBlock(Hex.number(receipt.get("blockNumber")));
    if (success && leftOut == 0) {
      return reply.setOutcome(Outcome.COMMITTED).build();
    }
    return reply
        .setOutcome(Outcome.UNKNOWN)
        .setDetail(
            success
                ? "%d of its writes came too late; ask by the operation".formatted(leftOut)
                : "the transaction was executed and reverted; ask by the operation")
        .build();
  }

  /** Answers a read and counts its time since it arrived. */
  <A> A timed(long arrivedNanos, Supplier<A> read) {
    long start = System.nanoTime();
    A answer = read.get();
    long end = System.nanoTime();
    times.add(Operation.READ, 1, end - arrivedNanos, start - arrivedNanos, 0, end - start);
    return answer;
  }

  /** Reads at once. */
  GetReply get(GetRequest request) {
    byte[] key = request.getKey().toByteArray();
    GetReply.Builder reply = GetReply.newBuilder();
    shardOf(key)
        .state()
        .get(List.of(key), 0)
        .ifPresent(
            at -> {
              Block block = at.block();
              reply.setBlock(block.number());
              reply.setBlockHash(ByteString.copyFrom(Hex.bytes(block.hash())));
              at.records()
                  .get(0)
                  .ifPresent(record -> reply.setFound(true).setRecord(ByteString.copyFrom(record)));
            });
    return reply.build();
  }

  /** Whether a read of that key may be answered now. */
  boolean isSettled(GetRequest request) {
    checkRead(request.getSerializedSize());
    byte[] key = request.getKey().toByteArray();
    ShardService shard = shardOf(key);
    return knows(shard, request.getFromBlock())
        && !(request.getSequential() && shard.isPending(key));
  }

  private static boolean knows(ShardService shard, long block) {
    return block == 0 || shard.state().newest().filter(b -> b.number() >= block).isPresent();
  }

  /** Whether a scan may be answered now. */
  boolean isSettled(ScanRequest request) {
    checkRead(request.getSerializedSize());
    return knows(held(request.getShard()), request.getFromBlock());
  }

  /** Whether the node follows the chain that a read is about. */
  boolean follows(GetRequest request) {
    return shardOf(request.getKey().toByteArray()).isFollowing();
  }

  /** Whether the node follows the chain that a scan is about. */
  boolean follows(ScanRequest request) {
    return held(request.getShard()).isFollowing();
  }

  /** Tells the caller to ask another node. */
  static Unreachable notFollowing() {
    return new Unreachable("the node doesn't follow the chain at the moment; ask another node");
  }

  /** Waits until a read may be answered or there's no use in waiting; false if time ran out. */
  static boolean await(BooleanSupplier settled, BooleanSupplier inVain, long waitMs)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    while (!settled.getAsBoolean() && !inVain.getAsBoolean()) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(SETTLED_POLL_MS);
    }
    return true;
  }

  /** Records of a shard, by rising key. */
  ScanReply scan(ScanRequest request) {
    int count = Math.min(request.getCount(), SCAN_MAX);
    ShardState state = held(request.getShard()).state();
    List<Written> found =
        state.scan(request.getFrom().toByteArray(), request.getUntil().toByteArray(), count);
    ScanReply.Builder reply = ScanReply.newBuilder();
    // After the records, which are of this block or of one before it.
    reply.setBlock(state.newest().map(Block::number).orElse(0L));
    reply.setCut(found.size() == count && count < request.getCount());
    long bytes = 0;
    for (Written entry : found) {
      bytes += entry.key().length + entry.value().length;
      if (bytes > SCAN_BYTES_MAX) {
        reply.setCut(true);
        break;
      }
      reply.addEntries(
          Entry.newBuilder()
              .setKey(ByteString.copyFrom(entry.key()))
              .setRecord(ByteString.copyFrom(entry.value())));
    }
    return reply.build();
  }

  /** Records with their proof. */
  ProofReply proof(ProofRequest request) throws RpcFailure, InterruptedException {
    requireThat(
        request.getKeysCount() > 0 && request.getKeysCount() <= PROVEN_MAX,
        "a proof is of 1 to %d keys, not %d".formatted(PROVEN_MAX, request.getKeysCount()));
    ShardService shard =
        ofAll(request.getKeysList().stream(), "the keys of a proof are of one shard");
    if (!shard.isFollowing()) {
      throw notFollowing();
    }
    return shard.proof(request);
  }

  /** What this node's memory says of a block; empty if only its chain's client can say it. */
  Optional<BlockReply> blockInMemory(BlockRequest request) {
    ShardState state = held(request.getShard()).state();
    boolean isOld =
        request.getNumber() > 0
            && state.oldest().filter(block -> request.getNumber() < block.number()).isPresent();
    if (isOld || !request.getHash().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> hash = state.block(request.getNumber()).map(Block::hash);
    return Optional.of(told(state, hash.map(Hex::bytes).map(ByteString::copyFrom)));
  }

  /** What the chain's client says of a block that it has in its chain, or has executed. */
  BlockReply block(BlockRequest request) throws RpcFailure, InterruptedException {
    ShardService shard = held(request.getShard());
    ByteString named = request.getHash();
    if (named.isEmpty()) {
      Optional<String> hash = shard.hash(request.getNumber());
      return told(shard.state(), hash.map(Hex::bytes).map(ByteString::copyFrom));
    }
    boolean isExecuted = shard.hasExecuted(named.toByteArray());
    return told(shard.state(), isExecuted ? Optional.of(named) : Optional.empty());
  }

  private static BlockReply told(ShardState state, Optional<ByteString> hash) {
    BlockReply.Builder reply = BlockReply.newBuilder();
    state.newest().ifPresent(block -> reply.setNewest(block.number()));
    hash.ifPresent(found -> reply.setFound(true).setHash(found));
    return reply.build();
  }
}
