package io.hybridycsb.harness.check.serializability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * The order between transactions, with reasons. The vertices are the transactions, numbered from 0,
 * followed by instants of time, which only connect edges.
 */
final class DependencyGraph {
  private static final int SHORTEST_SOUGHT_FROM_MAX = 1_000;

  private final int transactions;
  private final List<List<Edge>> edges = new ArrayList<>();

  private record Edge(int from, int to, String reason) {}

  DependencyGraph(int transactions) {
    this.transactions = transactions;
    for (int i = 0; i < transactions; i++) {
      edges.add(new ArrayList<>());
    }
  }

  int addInstant() {
    edges.add(new ArrayList<>());
    return edges.size() - 1;
  }

  /** Adds an edge from one vertex to another; ignores an edge from a vertex to itself. */
  void add(int from, int to, String reason) {
    if (from != to) {
      edges.get(from).add(new Edge(from, to, reason));
    }
  }

  /** Removes the edge that was added last to those from a vertex. */
  void removeLast(int from) {
    List<Edge> out = edges.get(from);
    out.remove(out.size() - 1);
  }

  /** How many vertices there are. */
  int size() {
    return edges.size();
  }

  /** Takes where each edge from a vertex leads. */
  void forEachAfter(int vertex, IntConsumer taker) {
    for (Edge edge : edges.get(vertex)) {
      taker.accept(edge.to());
    }
  }

  /** A shortest cycle through a transaction, one line for each; empty if there is none. */
  Optional<String> findCycleThrough(int transaction, IntFunction<String> name) {
    List<Edge> cycle = shortestCycleThrough(transaction);
    return cycle.isEmpty() ? Optional.empty() : Optional.of(text(cycle, name));
  }

  /**
   * An order of all vertices that agrees with the edges; empty if there is a cycle. Of those that
   * may come next, the one with the least rank does; an instant does at once.
   */
  Optional<int[]> order(IntToLongFunction rank) {
    Queue<Integer> byRank =
        new PriorityQueue<>(
            Comparator.comparingLong(
                vertex -> vertex < transactions ? rank.applyAsLong(vertex) : Long.MIN_VALUE));
    List<Integer> order = ordered(edges, new boolean[edges.size()], byRank);
    return order.size() == edges.size()
        ? Optional.of(order.stream().mapToInt(Integer::intValue).toArray())
        : Optional.empty();
  }

  /** A shortest cycle, one line for each transaction on it; empty if there is none. */
  Optional<String> findCycle(IntFunction<String> name) {
    List<Integer> cyclic = cyclicTransactions();
    List<Edge> shortest = null;
    for (int start : cyclic.subList(0, Math.min(cyclic.size(), SHORTEST_SOUGHT_FROM_MAX))) {
      List<Edge> cycle = shortestCycleThrough(start);
      if (!cycle.isEmpty() && (shortest == null || cycle.size() < shortest.size())) {
        shortest = cycle;
      }
    }
    return Optional.ofNullable(shortest).map(cycle -> text(cycle, name));
  }

  private String text(List<Edge> cycle, IntFunction<String> name) {
    StringBuilder text = new StringBuilder();
    for (Edge edge : cycle) {
      if (edge.from() < transactions) {
        text.append("%n  %s %s".formatted(name.apply(edge.from()), edge.reason()));
      }
      if (edge.to() < transactions) {
        text.append(" -> ").append(name.apply(edge.to()));
      }
    }
    return text.toString();
  }

  /**
   * The transactions that remain when vertices without predecessors are removed repeatedly, then
   * those without successors. They contain every cycle.
   */
  private List<Integer> cyclicTransactions() {
    boolean[] gone = new boolean[edges.size()];
    peel(edges, gone);
    List<List<Edge>> reversed = new ArrayList<>();
    edges.forEach(unused -> reversed.add(new ArrayList<>()));
    for (List<Edge> out : edges) {
      for (Edge edge : out) {
        reversed.get(edge.to()).add(new Edge(edge.to(), edge.from(), edge.reason()));
      }
    }
    peel(reversed, gone);
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < transactions; i++) {
      if (!gone[i]) {
        left.add(i);
      }
    }
    return left;
  }

  private static void peel(List<List<Edge>> graph, boolean[] gone) {
    ordered(graph, gone, new ArrayDeque<>()).forEach(vertex -> gone[vertex] = true);
  }

  /**
   * The vertices that aren't gone, each after all that lead to it; without those on cycles, and
   * those after these.
   *
   * @param free empty; tells which vertex is next, of those that may be
   */
  private static List<Integer> ordered(
      List<List<Edge>> graph, boolean[] gone, Queue<Integer> free) {
    int[] incoming = new int[graph.size()];
    for (int from = 0; from < graph.size(); from++) {
      if (!gone[from]) {
        graph.get(from).forEach(edge -> incoming[edge.to()]++);
      }
    }
    for (int i = 0; i < incoming.length; i++) {
      if (!gone[i] && incoming[i] == 0) {
        free.add(i);
      }
    }
    List<Integer> order = new ArrayList<>(graph.size());
    while (!free.isEmpty()) {
      int vertex = free.remove();
      order.add(vertex);
      for (Edge edge : graph.get(vertex)) {
        if (--incoming[edge.to()] == 0 && !gone[edge.to()]) {
          free.add(edge.to());
        }
      }
    }
    return order;
  }

  private List<Edge> shortestCycleThrough(int start) {
    Edge[] reachedBy = new Edge[edges.size()];
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      for (Edge edge : edges.get(queue.remove())) {
        if (reachedBy[edge.to()] == null) {
          reachedBy[edge.to()] = edge;
          if (edge.to() == start) {
            return pathTo(start, reachedBy);
          }
          queue.add(edge.to());
        }
      }
    }
    return List.of();
  }

  private static List<Edge> pathTo(int start, Edge[] reachedBy) {
    List<Edge> path = new ArrayList<>();
    Edge edge = reachedBy[start];
    while (edge.from() != start) {
      path.add(edge);
      edge = reachedBy[edge.from()];
    }
    path.add(edge);
    Collections.reverse(path);
    return path;
  }
}
