package io.hybridycsb.blockchaindb.client;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Blocks that an authority has sealed, and how many nodes have them in their chains. */
final class AgreedBlocks {
  /** How many agreed blocks are remembered, and for how long: branches change, blocks grow old. */
  private static final int REMEMBERED_MAX = 1024;

  private static final long REMEMBERED_NS = TimeUnit.SECONDS.toNanos(5);

  /** Once most nodes have told their newest block, each of the others is waited for so long. */
  private static final long OTHERS_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long RETRY_MS = 100;

  private static final long UNTIL_IT_ENDS_NS = Long.MAX_VALUE;

  /** More than a chain of several sealers takes back, unless it was split for long. */
  private static final int SETTLED_BLOCKS = 16;

  private final ClusterFile cluster;
  private final List<NodeConnection> nodes;
  private final long answerMs;

  /** Headers that most nodes have in their chains. Checking a seal takes longer than a proof. */
  private final Map<Claim, Agreed> agreed = new ConcurrentHashMap<>();

  /**
   * A header as a node sent it.
   *
   * @param rlp as it is hashed
   */
  private record Claim(int shard, ByteString rlp) {}

  /**
   * What a node says about a block.
   *
   * @param newest the number of its newest block
   * @param hash of the block that it was asked for; empty if it has none
   * @param bytes of its answer
   */
  private record NodeAnswer(long newest, Optional<Hash> hash, int bytes) {
    /**
     * @throws IllegalArgumentException if the hash is none
     */
    static NodeAnswer of(BlockReply reply) {
      return new NodeAnswer(
          reply.getNewest(),
          reply.getFound() ? Optional.of(Hash.of(reply.getHash().toByteArray())) : Optional.empty(),
          reply.getSerializedSize());
    }
  }

  /**
   * What the nodes say about a block.
   *
   * @param having how many have it in their chains
   * @param differing how many have another one of that number
   * @param behind how many have none of that number, for their newest is an earlier one
   * @param newest the number of a block that an honest node has reached, if most nodes are honest;
   *     0 if too few answer
   */
  record Votes(int having, int differing, int behind, long newest) {}

  /**
   * A header, sealed by an authority.
   *
   * @param askedNs when the nodes were asked
   */
  record Agreed(SealedHeader header, Votes votes, long askedNs) {}

  /**
   * Which block an honest node has reached.
   *
   * @param newest its number, if most nodes are honest; 0 if too few answer
   * @param isWhole whether all nodes have answered, or won't
   */
  record Reached(long newest, boolean isWhole) {}

  /** What nodes have told, and whether no other one may still answer. */
  private record Answers(List<NodeAnswer> told, boolean isWhole) {}

  AgreedBlocks(ClusterFile cluster, List<NodeConnection> nodes, BlockTimes times) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.answerMs = times.answerMs();
  }

  /** Whether these are most of the nodes that hold a shard. */
  boolean isMajority(int shard, int count) {
    return count * 2 > cluster.holders(shard).size();
  }

  /**
   * Checks a header's seal, and asks the nodes for the block.
   *
   * @throws ProofException if no authority has sealed it
   */
  Agreed of(int shard, ByteString rlp, long deadline) throws ProofException {
    Claim claim = new Claim(shard, rlp);
    Agreed known = agreed.get(claim);
    if (known != null && System.nanoTime() - known.askedNs() < REMEMBERED_NS) {
      return known;
    }
    ClusterFile.Shard chain = cluster.shards().get(shard);
    SealedHeader header = SealedHeader.read(chain.consensus(), rlp.toByteArray());
    header.requireSealed(chain.consensus(), chain.authorities());
    long askedNs = System.nanoTime();
    Votes votes = ask(shard, header.number(), header.hash(), deadline);
    Agreed found = new Agreed(header, votes, askedNs);
    if (isMajority(shard, votes.having())) {
      if (agreed.size() >= REMEMBERED_MAX) {
        agreed.clear();
      }
      agreed.put(claim, found);
    }
    return found;
  }

  /**
   * A block that most nodes have, so far behind the newest that no other takes its place.
   *
   * @throws ClientException if most nodes have no such block
   */
  AgreedBlock settled(int shard, long deadline) {
    return settledAt(shard, settledNumber(newest(shard, deadline)), deadline);
  }

  /** The number of the newest block that no other takes the place of; 0 if that is the first. */
  static long settledNumber(long newest) {
    return Math.max(0, newest - SETTLED_BLOCKS);
  }

  /**
   * The block of a number that most nodes have.
   *
   * @throws ClientException if there is none
   */
  AgreedBlock settledAt(int shard, long number, long deadline) {
    Map<Hash, Integer> votes = new HashMap<>();
    long bytes = 0;
    for (NodeAnswer told : tell(question(shard).setNumber(number), deadline)) {
      bytes += told.bytes();
      told.hash().ifPresent(hash -> votes.merge(hash, 1, Integer::sum));
    }
    for (Map.Entry<Hash, Integer> vote : votes.entrySet()) {
      if (isMajority(shard, vote.getValue())) {
        return new AgreedBlock(number, vote.getKey(), bytes);
      }
    }
    throw new ClientException("most nodes don't have one block %d".formatted(number));
  }

  /** Asks all nodes that hold the shard for the block; those that don't answer don't count. */
  Votes ask(int shard, long number, Hash hash, long deadline) {
    List<NodeAnswer> told = tell(question(shard).setNumber(number), deadline);
    int having = 0;
    int differing = 0;
    int behind = 0;
    for (NodeAnswer each : told) {
      having += each.hash().filter(hash::equals).isPresent() ? 1 : 0;
      differing += each.hash().filter(other -> !other.equals(hash)).isPresent() ? 1 : 0;
      behind += each.hash().isEmpty() && each.newest() < number ? 1 : 0;
    }
    return new Votes(having, differing, behind, newest(shard, told));
  }

  /**
   * The number of a block that an honest node has reached, if most nodes are honest; 0 if too few
   * answer.
   */
  long newest(int shard, long deadline) {
    return newest(shard, tell(question(shard), deadline));
  }

  /**
   * The same, of which no more has to be known than whether it is this number or a later one. Once
   * most nodes have answered, a silent one is not waited for.
   */
  Reached reached(int shard, long number, long deadline) {
    Answers answers =
        tell(question(shard), deadline, OTHERS_NS, told -> newest(shard, told) >= number);
    return new Reached(newest(shard, answers.told()), answers.isWhole());
  }

  private long newest(int shard, List<NodeAnswer> told) {
    long[] newest = new long[cluster.holders(shard).size()];
    for (int i = 0; i < told.size(); i++) {
      newest[i] = told.get(i).newest();
    }
    Arrays.sort(newest);
    int liarsMax = (newest.length - 1) / 2;
    return newest[newest.length - 1 - liarsMax];
  }

  /**
   * Whether the chain's clients of most nodes have executed the block, on whatever branch: what its
   * header says of the state is then so.
   */
  boolean isExecuted(int shard, Hash hash, long deadline) {
    BlockRequest.Builder question = question(shard).setHash(ByteString.copyFrom(hash.bytes()));
    long having =
        tell(question, deadline).stream()
            .filter(told -> told.hash().filter(hash::equals).isPresent())
            .count();
    return isMajority(shard, (int) having);
  }

  private static BlockRequest.Builder question(int shard) {
    return BlockRequest.newBuilder().setShard(shard);
  }

  private List<NodeAnswer> tell(BlockRequest.Builder question, long deadline) {
    return tell(question, deadline, UNTIL_IT_ENDS_NS, told -> false).told();
  }

  /**
   * Asks all nodes that hold the shard at once.
   *
   * @param othersNs for which each of the others is waited for once most have answered
   * @param isEnough whether the answers so far will do
   */
  private Answers tell(
      BlockRequest.Builder question,
      long deadline,
      long othersNs,
      Predicate<List<NodeAnswer>> isEnough) {
    int shard = question.getShard();
    long timeoutMs = Math.min(answerMs, leftMs(deadline));
    BlockingQueue<Future<BlockReply>> ended = new LinkedBlockingQueue<>();
    int open = 0;
    for (int holder : cluster.holders(shard)) {
      NodeConnection node = nodes.get(holder);
      if (!node.isKnownDead()) {
        ListenableFuture<BlockReply> answer =
            node.callLater(Methods.BLOCK, question.build(), timeoutMs);
        answer.addListener(() -> ended.add(answer), Runnable::run);
        open++;
      }
    }
    List<NodeAnswer> all = new ArrayList<>();
    try {
      while (open > 0 && !isEnough.test(all)) {
        long waitNs = isMajority(shard, all.size()) ? othersNs : UNTIL_IT_ENDS_NS;
        Future<BlockReply> next = ended.poll(waitNs, TimeUnit.NANOSECONDS);
        if (next == null) {
          break;
        }
        add(next, all);
        open--;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Answers(all, open == 0);
  }

  private static void add(Future<BlockReply> answer, List<NodeAnswer> all)
      throws InterruptedException {
    try {
      all.add(NodeAnswer.of(answer.get()));
    } catch (ExecutionException | IllegalArgumentException e) {
      // A node without an answer, or whose answer is no hash, doesn't agree.
    }
  }

  /**
   * Waits before nodes are asked again for what they don't have yet.
   *
   * @throws ClientException the one given if it is too late, or another if the thread is
   *     interrupted
   */
  static void pause(long deadline, Supplier<ClientException> tooLate) {
    if (System.nanoTime() >= deadline) {
      throw tooLate.get();
    }
    try {
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("interrupted");
    }
  }

  static long leftMs(long deadline) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }
}
