package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
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
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The block at which a process begins to follow the chain: the newest that enough nodes have. All
 * nodes are asked at the same time, so that a silent one delays the beginning only once.
 *
 * @param heights of the nodes that have answered, by the node's number
 * @param problems why the others haven't
 */
record ChainStart(SealedHeader block, Map<Integer, Long> heights, Map<Integer, String> problems) {
  private static final long PAUSE_MS = 100;

  /** What asking all nodes has led to: a beginning, or the reason why there is none. */
  private record Round(Optional<ChainStart> start, String reason) {
    static Round failed(String reason) {
      return new Round(Optional.empty(), reason);
    }
  }

  /**
   * Asks the nodes until enough show a block: they may just be starting.
   *
   * @param shownBy so many nodes must show the block
   * @param timeoutMs after which they aren't asked again; one question takes half of it at most
   * @throws IllegalStateException if too few nodes answer, or they show different blocks
   */
  static ChainStart find(List<QuorumNode> nodes, int shownBy, long timeoutMs)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    // A silent node keeps its thread for longer than it is waited for.
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "first-block");
              thread.setDaemon(true);
              return thread;
            });
    try {
      Asking asking = new Asking(threads, nodes, timeoutMs / 2, deadline);
      Round round = ask(asking, shownBy);
      String reason = round.reason();
      while (round.start().isEmpty() && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        round = ask(asking, shownBy);
        // A round that had no time any more tells less than the one before.
        reason = System.nanoTime() - deadline < 0 ? round.reason() : reason;
      }
      String last = reason;
      return round.start().orElseThrow(() -> new IllegalStateException(last));
    } finally {
      threads.shutdownNow();
    }
  }

  private static Round ask(Asking asking, int shownBy) throws InterruptedException {
    Map<Integer, String> problems = new TreeMap<>();
    List<Integer> all = IntStream.range(0, asking.nodes().size()).boxed().toList();
    Map<Integer, Long> named = asking.answers(all, QuorumNode::newestOfThisChain, problems);
    if (named.size() < shownBy) {
      return Round.failed(tooFew(named.size(), shownBy, problems));
    }
    long newest = namedBy(shownBy, named.values());
    Map<Integer, SealedHeader> shown =
        asking.answers(
            named.keySet().stream().filter(node -> named.get(node) >= newest).toList(),
            node -> header(node, newest),
            problems);
    if (shown.isEmpty()) {
      return Round.failed(tooFew(0, shownBy, problems));
    }
    named.keySet().removeAll(problems.keySet());
    Optional<ChainStart> start =
        shown.values().stream().collect(Collectors.groupingBy(SealedHeader::hash)).values().stream()
            .filter(same -> same.size() >= shownBy)
            .max(Comparator.comparing(List::size))
            .map(same -> new ChainStart(same.get(0), named, problems));
    return new Round(
        start, "no %d nodes of the cluster show the same newest block".formatted(shownBy));
  }

  private static String tooFew(int answered, int needed, Map<Integer, String> problems) {
    String problem = problems.values().stream().findFirst().orElse("");
    return switch (answered) {
      case 0 -> "no node of the cluster answers: " + problem;
      case 1 -> "1 node of the cluster answers; %d are needed: %s".formatted(needed, problem);
      default ->
          "%d nodes of the cluster answer; %d are needed: %s".formatted(answered, needed, problem);
    };
  }

  private static SealedHeader header(QuorumNode node, long block)
      throws ProofException, RpcFailure, InterruptedException {
    return node.block(block)
        .map(Block::header)
        .orElseThrow(
            () -> new Unreachable("%s doesn't have its newest block".formatted(node.name())));
  }

  /**
   * How nodes are asked.
   *
   * @param questionMs for which an answer is waited for at most
   * @param deadline for all answers, as of {@link System#nanoTime}
   */
  private record Asking(
      ExecutorService threads, List<QuorumNode> nodes, long questionMs, long deadline) {
    <T> Map<Integer, T> answers(
        List<Integer> asked, QuorumNode.Question<T> question, Map<Integer, String> problems)
        throws InterruptedException {
      long now = System.nanoTime();
      long end = now + Math.min(TimeUnit.MILLISECONDS.toNanos(questionMs), deadline - now);
      Map<Integer, Future<T>> running = new TreeMap<>();
      for (int node : asked) {
        Callable<T> task = () -> nodes.get(node).answer(question);
        running.put(node, threads.submit(task));
      }
      Map<Integer, T> answers = new TreeMap<>();
      for (Map.Entry<Integer, Future<T>> each : running.entrySet()) {
        QuorumNode node = nodes.get(each.getKey());
        try {
          long left = end - System.nanoTime();
          answers.put(each.getKey(), each.getValue().get(left, TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
          problems.put(each.getKey(), node.problem(e.getCause()));
        } catch (TimeoutException e) {
          each.getValue().cancel(true);
          problems.put(each.getKey(), node.name() + " does not answer in time");
        }
      }
      return answers;
    }
  }

  /** The newest block that so many of these have, of those who have named their newest ones. */
  static long namedBy(int count, Collection<Long> named) {
    return named.stream().sorted(Comparator.reverseOrder()).skip(count - 1L).findFirst().orElse(0L);
  }
}
