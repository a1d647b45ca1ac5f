package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.NewHeads;
import io.hybridycsb.quorum.client.BlockReceipts.Receipt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * The chain as all nodes together tell it: which block each node has reached, and which block has
 * the process's transactions. A thread for each node looks at its new blocks; each block is read
 * from the node that has it first. Where blocks have seals, one without enough of them is not
 * believed, nor is what isn't in its header. A node that says such a thing counts as one that
 * doesn't answer, and the others' threads go on.
 */
final class ChainView implements AutoCloseable {
  /** Nodes keep the states of so many blocks, if they keep no more. */
  private static final int HEADERS_KEPT = 128;

  private static final long PAUSE_MS = 100;
  private static final long END_MS = 5_000;
  private static final int UNREACHABLE = -1;
  private static final long NONE = -1;

  /** While one thread reads a block the others wait so long; its node may be silent. */
  private static final long OTHER_READS_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<QuorumNode> nodes;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, CompletableFuture<Receipt>> expected = new ConcurrentHashMap<>();
  private final Map<Long, SealedHeader> headers = new ConcurrentHashMap<>();
  private final Set<Integer> ofThisChain = ConcurrentHashMap.newKeySet();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final long[] heights;
  private final String[] problems;

  /** All blocks up to this one have been read. */
  private volatile long read;

  /** The block that a thread reads now. */
  private long beingRead = NONE;

  private volatile boolean closed;

  private ChainView(List<QuorumNode> nodes) {
    this.nodes = nodes;
    this.heights = new long[nodes.size()];
    this.problems = new String[nodes.size()];
    for (int i = 0; i < heights.length; i++) {
      heights[i] = UNREACHABLE;
      problems[i] = "";
    }
  }

  /**
   * Begins at the newest block of all nodes that answer.
   *
   * @throws IllegalStateException if none does
   */
  static ChainView open(List<QuorumNode> nodes) throws InterruptedException {
    ChainView view = new ChainView(nodes);
    for (int i = 0; i < nodes.size(); i++) {
      try {
        view.beginAt(i);
      } catch (Unreachable | Refused | ProofException e) {
        view.failed(i, e);
      }
    }
    if (view.nodeAt(0, 0).isEmpty()) {
      throw new IllegalStateException("no node of the cluster answers: " + view.whyNone());
    }
    for (int i = 0; i < nodes.size(); i++) {
      int node = i;
      Thread thread = new Thread(() -> view.follow(node), "blocks-of-" + nodes.get(i).name());
      thread.setDaemon(true);
      view.threads.add(thread);
      thread.start();
    }
    return view;
  }

  private void beginAt(int node) throws ProofException, Unreachable, Refused, InterruptedException {
    QuorumNode at = nodes.get(node);
    long newest = at.answer(at::newest);
    requireThisChain(node);
    if (newest > read || headers.isEmpty()) {
      Optional<Block> block = at.answer(() -> at.block(newest));
      if (block.isEmpty()) {
        throw new Unreachable("%s doesn't have its newest block".formatted(at.name()));
      }
      headers.put(newest, block.get().header());
      read = newest;
    }
    reached(node, Math.min(newest, read));
  }

  /** Once for each node; whoever comes later is asked when it comes. */
  private void requireThisChain(int node)
      throws ProofException, Unreachable, Refused, InterruptedException {
    if (!ofThisChain.contains(node)) {
      QuorumNode at = nodes.get(node);
      // It is compared with the cluster file's where it is read.
      if (at.answer(() -> at.block(0)).isEmpty()) {
        throw new Unreachable("%s doesn't have the chain's first block".formatted(at.name()));
      }
      ofThisChain.add(node);
    }
  }

  private void follow(int node) {
    try (NewHeads news = nodes.get(node).newHeads()) {
      while (!closed) {
        try {
          look(node);
          news.await();
        } catch (Unreachable | Refused | ProofException e) {
          failed(node, e);
          TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks at a node's new blocks. */
  private void look(int node) throws ProofException, Unreachable, Refused, InterruptedException {
    QuorumNode at = nodes.get(node);
    long newest = at.answer(at::newest);
    requireThisChain(node);
    while (read < newest && !closed) {
      long next = read + 1;
      if (!isLeftToThisThread(next)) {
        continue;
      }
      try {
        Optional<Block> block = at.answer(() -> at.block(next));
        if (block.isEmpty()) {
          break;
        }
        requireParent(block.get());
        complete(at, block.get());
        // Only now: another thread may leave out what this one has read.
        haveRead(block.get().header());
      } finally {
        isReadNoLonger(next);
      }
    }
    reached(node, Math.min(newest, read));
  }

  /** Waits for another thread that reads the block; false once one has read it. */
  private boolean isLeftToThisThread(long block) throws InterruptedException {
    lock.lock();
    try {
      long left = OTHER_READS_NS;
      while (read < block && beingRead == block && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (read >= block) {
        return false;
      }
      beingRead = block;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void isReadNoLonger(long block) {
    lock.lock();
    try {
      if (beingRead == block) {
        beingRead = NONE;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void requireParent(Block block) throws ProofException {
    SealedHeader before = headers.get(block.header().number() - 1);
    if (before != null && !before.hash().equals(block.parent())) {
      throw new ProofException(
          "block %d doesn't follow block %d of the other nodes"
              .formatted(block.header().number(), before.number()));
    }
  }

  private void complete(QuorumNode node, Block block)
      throws ProofException, Unreachable, Refused, InterruptedException {
    // Who waits has said so before the transaction was sent.
    if (expected.isEmpty()) {
      return;
    }
    Map<String, Receipt> receipts =
        node.answer(() -> BlockReceipts.of(node, block, expected::containsKey));
    receipts.forEach(
        (transaction, receipt) -> {
          CompletableFuture<Receipt> waiting = expected.get(transaction);
          if (waiting != null) {
            waiting.complete(receipt);
          }
        });
  }

  private void haveRead(SealedHeader header) {
    lock.lock();
    try {
      if (header.number() == read + 1) {
        headers.put(header.number(), header);
        headers.remove(header.number() - HEADERS_KEPT);
        read = header.number();
      }
    } finally {
      lock.unlock();
    }
  }

  private void reached(int node, long height) {
    lock.lock();
    try {
      heights[node] = height;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void failed(int node, Exception e) {
    String problem =
        e instanceof ProofException
            ? "%s: %s".formatted(nodes.get(node).name(), e.getMessage())
            : e.getMessage();
    lock.lock();
    try {
      heights[node] = UNREACHABLE;
      problems[node] = problem;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A transaction is on its way; the result is completed once a block has it. */
  CompletableFuture<Receipt> expect(String transaction) {
    return expected.computeIfAbsent(transaction, hash -> new CompletableFuture<>());
  }

  /** Nobody waits for it any more. */
  void forget(String transaction) {
    expected.remove(transaction);
  }

  List<QuorumNode> nodes() {
    return nodes;
  }

  /** The newest block that was read from any node. */
  long newest() {
    return read;
  }

  /** The newest block that a node has, of those that were read; -1 if it doesn't answer. */
  long height(int node) {
    lock.lock();
    try {
      return heights[node];
    } finally {
      lock.unlock();
    }
  }

  /** The first node, from one on, that has a block. */
  OptionalInt nodeAt(int first, long block) {
    lock.lock();
    try {
      for (int i = 0; i < heights.length; i++) {
        int node = (first + i) % heights.length;
        if (heights[node] >= block) {
          return OptionalInt.of(node);
        }
      }
      return OptionalInt.empty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a node that has a block.
   *
   * @param first is preferred
   * @return empty if there is none in time
   */
  OptionalInt awaitNodeAt(int first, long block, long deadlineNs) throws InterruptedException {
    lock.lock();
    try {
      OptionalInt node = nodeAt(first, block);
      long left = deadlineNs - System.nanoTime();
      while (node.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
        node = nodeAt(first, block);
      }
      return node;
    } finally {
      lock.unlock();
    }
  }

  /** The header of a block that was read; empty if that is long ago. */
  Optional<SealedHeader> header(long block) {
    return Optional.ofNullable(headers.get(block));
  }

  /**
   * Waits until so many nodes have a block.
   *
   * @return false if they don't in time
   */
  boolean awaitNodesAt(int count, long block, long deadlineNs) throws InterruptedException {
    lock.lock();
    try {
      long left = deadlineNs - System.nanoTime();
      while (Arrays.stream(heights).filter(height -> height >= block).count() < count) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The newest block of so many nodes, which are asked now.
   *
   * @throws Unreachable if too few answer
   */
  long newestOf(int count) throws Unreachable, InterruptedException {
    int answered = 0;
    long newest = 0;
    // Those that didn't answer last come last: a silent one would delay each read.
    List<Integer> inTurn = new ArrayList<>(IntStream.range(0, nodes.size()).boxed().toList());
    inTurn.sort(Comparator.comparing(node -> height(node) < 0));
    for (int i = 0; i < inTurn.size() && answered < count; i++) {
      int node = inTurn.get(i);
      try {
        look(node);
        newest = Math.max(newest, height(node));
        answered++;
      } catch (Unreachable | Refused | ProofException e) {
        failed(node, e);
      }
    }
    if (answered < count) {
      throw new Unreachable(
          "%d nodes answer; %d are needed for a read to be linearizable: %s"
              .formatted(answered, count, whyNone()));
    }
    return newest;
  }

  /** Why no node answers, for people. */
  String whyNone() {
    lock.lock();
    try {
      for (int i = 0; i < heights.length; i++) {
        if (heights[i] < 0 && !problems[i].isEmpty()) {
          return problems[i];
        }
      }
      return "none has block " + read;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(END_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
