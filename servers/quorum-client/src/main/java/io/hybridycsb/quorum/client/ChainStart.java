package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The block at which a process begins to follow the chain: the newest that enough nodes have. All
 * nodes are asked at the same time, so that a silent one delays the beginning only once.
 *
 * @param heights of the nodes that have answered, by the node's number
 * @param problems why the others haven't
 */
record ChainStart(SealedHeader block, Map<Integer, Long> heights, Map<Integer, String> problems) {
  private static final long PAUSE_MS = 100;

  /** Something that each node is asked. */
  private interface Asked<T> {
    T of(int node) throws ProofException, Unreachable, Refused, InterruptedException;
  }

  /**
   * Asks the nodes.
   *
   * @param shownBy so many nodes must show the block
   * @param timeoutMs after which they aren't asked again
   * @throws IllegalStateException if too few nodes answer, or they show different blocks
   */
  static ChainStart find(List<QuorumNode> nodes, int shownBy, long timeoutMs)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    ExecutorService asking =
        Executors.newFixedThreadPool(
            nodes.size(),
            task -> {
              Thread thread = new Thread(task, "first-block");
              thread.setDaemon(true);
              return thread;
            });
    try {
      Optional<ChainStart> start = ask(asking, nodes, shownBy);
      while (start.isEmpty() && System.nanoTime() - deadline < 0) {
        // One of them may not have had it yet.
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        start = ask(asking, nodes, shownBy);
      }
      return start.orElseThrow(
          () ->
              new IllegalStateException(
                  "no %d nodes of the cluster show the same newest block".formatted(shownBy)));
    } finally {
      asking.shutdownNow();
    }
  }

  private static Optional<ChainStart> ask(
      ExecutorService asking, List<QuorumNode> nodes, int shownBy) throws InterruptedException {
    Map<Integer, String> problems = new TreeMap<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      all.add(i);
    }
    Map<Integer, Long> named =
        answers(
            asking,
            all,
            node -> nodes.get(node).answer(nodes.get(node)::newestOfThisChain),
            nodes,
            problems);
    if (named.size() < shownBy) {
      throw new IllegalStateException(tooFew(named.size(), shownBy, problems));
    }
    long newest = namedBy(shownBy, named.values());
    Map<Integer, SealedHeader> shown =
        answers(
            asking,
            named.keySet().stream().filter(node -> named.get(node) >= newest).toList(),
            node -> header(nodes.get(node), newest),
            nodes,
            problems);
    if (shown.isEmpty()) {
      throw new IllegalStateException(tooFew(0, shownBy, problems));
    }
    named.keySet().removeAll(problems.keySet());
    return shown.values().stream()
        .collect(Collectors.groupingBy(SealedHeader::hash))
        .values()
        .stream()
        .filter(same -> same.size() >= shownBy)
        .max(Comparator.comparing(List::size))
        .map(same -> new ChainStart(same.get(0), named, problems));
  }

  private static String tooFew(int answered, int needed, Map<Integer, String> problems) {
    String problem = problems.values().stream().findFirst().orElse("");
    return answered == 0
        ? "no node of the cluster answers: " + problem
        : "%d nodes of the cluster answer; %d are needed: %s".formatted(answered, needed, problem);
  }

  private static SealedHeader header(QuorumNode node, long block)
      throws ProofException, Unreachable, Refused, InterruptedException {
    return node.answer(() -> node.block(block))
        .map(Block::header)
        .orElseThrow(
            () -> new Unreachable("%s doesn't have its newest block".formatted(node.name())));
  }

  private static <T> Map<Integer, T> answers(
      ExecutorService asking,
      List<Integer> asked,
      Asked<T> question,
      List<QuorumNode> nodes,
      Map<Integer, String> problems)
      throws InterruptedException {
    Map<Integer, Future<T>> running = new TreeMap<>();
    for (int node : asked) {
      Callable<T> task = () -> question.of(node);
      running.put(node, asking.submit(task));
    }
    Map<Integer, T> answers = new TreeMap<>();
    for (Map.Entry<Integer, Future<T>> each : running.entrySet()) {
      try {
        answers.put(each.getKey(), each.getValue().get());
      } catch (ExecutionException e) {
        problems.put(each.getKey(), nodes.get(each.getKey()).problem(e.getCause()));
      }
    }
    return answers;
  }

  /** The newest block that so many of these have, of those who have named their newest ones. */
  static long namedBy(int count, Collection<Long> named) {
    return named.stream().sorted(Comparator.reverseOrder()).skip(count - 1L).findFirst().orElse(0L);
  }
}
