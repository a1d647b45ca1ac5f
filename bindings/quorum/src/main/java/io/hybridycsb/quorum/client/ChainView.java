package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.NewHeads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The chain as all nodes together tell it: which block each node has reached, and which block has
 * the process's transactions. A thread for each node looks at its new blocks. Where blocks have
 * seals, a block needs enough of them to be believed, and only what is in its header is. A block is
 * read once so many nodes show it that one of them is honest ({@link ClusterFile#shownBy}). A node
 * that shows what can't be believed counts as one that doesn't answer; the others' threads go on.
 */
final class ChainView implements AutoCloseable {
  /** Nodes keep the states of so many blocks, if they keep no more. */
  private static final int HEADERS_KEPT = 128;

  private static final long PAUSE_MS = 100;
  private static final long END_MS = 5_000;

  /** A thread that follows a node reads all that the node has. */
  private static final long ALWAYS_NS = Long.MAX_VALUE / 2;

  private static final int UNREACHABLE = -1;

  /** While others have to show a node's block, it is looked at so often. */
  private static final long OTHERS_NS = TimeUnit.SECONDS.toNanos(1);

  private static final long NONE = -1;

  /** While one thread reads a block the others wait so long; its node may be silent. */
  private static final long OTHER_READS_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<QuorumNode> nodes;
  private final int shownBy;
  private final List<Thread> threads = new ArrayList<>();
  private final AwaitedReceipts receipts = new AwaitedReceipts();
  private final Map<Long, SealedHeader> headers = new ConcurrentHashMap<>();

  private final long[] heights;
  private final String[] problems;

  /** The last block that each node has shown; null until it has shown one. */
  private final SealedHeader[] shown;

  /** All blocks up to this one have been read. */
  private volatile long read;

  /** The block that a thread reads now. */
  private long beingRead = NONE;

  private volatile boolean closed;

  private ChainView(List<QuorumNode> nodes, int shownBy, ChainStart start) {
    this.nodes = nodes;
    this.shownBy = shownBy;
    this.heights = new long[nodes.size()];
    this.problems = new String[nodes.size()];
    this.shown = new SealedHeader[nodes.size()];
    this.read = start.block().number();
    headers.put(read, start.block());
    for (int i = 0; i < heights.length; i++) {
      heights[i] = Math.min(read, start.heights().getOrDefault(i, (long) UNREACHABLE));
      problems[i] = start.problems().getOrDefault(i, "");
    }
  }

  /**
   * Begins at the newest block that enough nodes have.
   *
   * @param shownBy so many nodes show a block before it is read
   * @param timeoutMs for the beginning
   * @throws IllegalStateException if too few nodes answer
   */
  static ChainView open(List<QuorumNode> nodes, int shownBy, long timeoutMs)
      throws InterruptedException {
    ChainView view = new ChainView(nodes, shownBy, ChainStart.find(nodes, shownBy, timeoutMs));
    for (int i = 0; i < nodes.size(); i++) {
      int node = i;
      Thread thread = new Thread(() -> view.follow(node), "blocks-of-" + nodes.get(i).name());
      thread.setDaemon(true);
      view.threads.add(thread);
      thread.start();
    }
    return view;
  }

  private void follow(int node) {
    try (NewHeads news = nodes.get(node).newHeads()) {
      while (!closed) {
        try {
          QuorumNode at = nodes.get(node);
          long newest = at.answer(QuorumNode::newestOfThisChain);
          OptionalLong ahead = readUpTo(node, newest, System.nanoTime() + ALWAYS_NS);
          reached(node, Math.min(newest, read));
          if (ahead.isPresent()) {
            // At the end it is time to look again.
            await(() -> read >= ahead.getAsLong(), System.nanoTime() + OTHERS_NS);
          } else {
            news.await();
          }
        } catch (RpcFailure | ProofException e) {
          failed(node, e);
          TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Reads further blocks from a node.
   *
   * @return the next block, if too few nodes have shown it; empty if there is nothing to wait for
   */
  private OptionalLong readUpTo(int node, long last, long deadlineNs)
      throws ProofException, RpcFailure, InterruptedException {
    QuorumNode at = nodes.get(node);
    while (read < last && !closed && System.nanoTime() - deadlineNs < 0) {
      long next = read + 1;
      if (!isLeftToThisThread(next)) {
        continue;
      }
      try {
        Optional<Block> block = at.answer(asked -> asked.block(next));
        if (block.isEmpty()) {
          break;
        }
        requireParent(block.get());
        if (!isShownByEnough(node, block.get().header())) {
          return OptionalLong.of(next);
        }
        receipts.complete(at, block.get());
        // Only now: another thread may leave out what this one has read.
        haveRead(block.get().header());
      } finally {
        isReadNoLonger(next);
      }
    }
    return OptionalLong.empty();
  }

  /** A node shows a block. */
  private synchronized boolean isShownByEnough(int node, SealedHeader block) {
    shown[node] = block;
    return IntStream.range(0, shown.length).filter(i -> hasShown(i, block)).count() >= shownBy;
  }

  private boolean hasShown(int node, SealedHeader block) {
    return shown[node] != null && shown[node].hash().equals(block.hash());
  }

  /** Waits for something in what is known of the nodes; false if it doesn't come in time. */
  private synchronized boolean await(BooleanSupplier isSo, long deadlineNs)
      throws InterruptedException {
    while (!isSo.getAsBoolean()) {
      long leftNs = deadlineNs - System.nanoTime();
      if (leftNs <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNs);
    }
    return true;
  }

  /** Waits for another thread that reads the block; false once one has read it. */
  private synchronized boolean isLeftToThisThread(long block) throws InterruptedException {
    await(() -> read >= block || beingRead != block, System.nanoTime() + OTHER_READS_NS);
    if (read >= block) {
      return false;
    }
    beingRead = block;
    return true;
  }

  private synchronized void isReadNoLonger(long block) {
    if (beingRead == block) {
      beingRead = NONE;
      notifyAll();
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

  private synchronized void haveRead(SealedHeader header) {
    if (header.number() == read + 1) {
      headers.put(header.number(), header);
      headers.remove(header.number() - HEADERS_KEPT);
      read = header.number();
      for (int i = 0; i < heights.length; i++) {
        if (heights[i] >= 0 && hasShown(i, header)) {
          heights[i] = read;
        }
      }
      notifyAll();
    }
  }

  /** A node has told its newest block, of those that were read. */
  synchronized void reached(int node, long height) {
    heights[node] = height;
    notifyAll();
  }

  /** A node hasn't answered. */
  synchronized void failed(int node, Exception e) {
    String problem = nodes.get(node).problem(e);
    heights[node] = UNREACHABLE;
    problems[node] = problem;
    notifyAll();
  }

  /** What waits for a block. */
  AwaitedReceipts receipts() {
    return receipts;
  }

  List<QuorumNode> nodes() {
    return nodes;
  }

  /** The newest block that was read. */
  long newest() {
    return read;
  }

  /** The newest block that a node has, of those that were read; -1 if it doesn't answer. */
  synchronized long height(int node) {
    return heights[node];
  }

  /** The nodes that have answered when they were asked last, or all others. */
  synchronized List<Integer> nodesThat(boolean answer) {
    return IntStream.range(0, heights.length)
        .filter(i -> heights[i] >= 0 == answer)
        .boxed()
        .toList();
  }

  /** Each node once; those that didn't answer when they were asked last come last. */
  synchronized List<QuorumNode> inTurn() {
    return IntStream.range(0, heights.length)
        .boxed()
        .sorted(Comparator.comparing(i -> heights[i] < 0))
        .map(nodes::get)
        .toList();
  }

  /** The first node, from one on, that has a block. */
  synchronized OptionalInt nodeAt(int first, long block) {
    for (int i = 0; i < heights.length; i++) {
      int node = (first + i) % heights.length;
      if (heights[node] >= block) {
        return OptionalInt.of(node);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Waits for a node that has a block.
   *
   * @param first is preferred
   * @return empty if there is none in time
   */
  synchronized OptionalInt awaitNodeAt(int first, long block, long deadlineNs)
      throws InterruptedException {
    await(() -> nodeAt(first, block).isPresent(), deadlineNs);
    return nodeAt(first, block);
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
    return await(
        () -> Arrays.stream(heights).filter(height -> height >= block).count() >= count,
        deadlineNs);
  }

  /**
   * The newest block of so many nodes, which are asked now. Of what a node names no more is
   * believed than what enough nodes have shown, or name too.
   *
   * @throws Unreachable if too few answer
   */
  long newestOf(int count, long deadlineNs) throws Unreachable, InterruptedException {
    NewestBlocks blocks = new NewestBlocks(this, shownBy, count, deadlineNs);
    Map<Integer, Long> named = blocks.ask();
    if (named.size() < count) {
      throw new Unreachable(
          "%d of %d nodes answer; %d are needed for a read to be linearizable: %s"
              .formatted(named.size(), nodes.size(), count, whyNone()));
    }
    long newest = blocks.believed();
    readAt(named, newest, deadlineNs);
    return newest;
  }

  /** Rather than to wait for the threads that follow the nodes. */
  private void readAt(Map<Integer, Long> named, long block, long deadlineNs)
      throws InterruptedException {
    for (Map.Entry<Integer, Long> each : named.entrySet()) {
      if (each.getValue() >= block && read < block) {
        try {
          readUpTo(each.getKey(), block, deadlineNs);
          reached(each.getKey(), Math.min(each.getValue(), read));
        } catch (RpcFailure | ProofException e) {
          failed(each.getKey(), e);
        }
      }
    }
  }

  /** Why no node answers, for people. */
  synchronized String whyNone() {
    for (int i = 0; i < heights.length; i++) {
      if (heights[i] < 0 && !problems[i].isEmpty()) {
        return problems[i];
      }
    }
    return "none has block " + read;
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
