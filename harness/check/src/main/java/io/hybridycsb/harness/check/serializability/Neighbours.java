package io.hybridycsb.harness.check.serializability;

import java.util.List;

/** Which vertices of a graph come before each of some others, and which come after it. */
final class Neighbours {
  /** How many are looked at together. */
  static final int TOGETHER = Long.SIZE;

  /** Of each vertex, by a bit for each of those looked at. */
  private final long[] before;

  private final long[] after;

  /**
   * @param order of all vertices, agrees with the edges
   * @param vertices at most {@link #TOGETHER}
   */
  Neighbours(DependencyGraph graph, int[] order, List<Integer> vertices) {
    long[] own = new long[graph.size()];
    for (int i = 0; i < vertices.size(); i++) {
      own[vertices.get(i)] |= 1L << i;
    }
    before = new long[graph.size()];
    after = new long[graph.size()];
    for (int vertex : order) {
      graph.forEachAfter(vertex, next -> after[next] |= after[vertex] | own[vertex]);
    }
    for (int i = order.length - 1; i >= 0; i--) {
      int vertex = order[i];
      graph.forEachAfter(vertex, next -> before[vertex] |= before[next] | own[next]);
    }
  }

  /** Whether a vertex comes before the one of this place. */
  boolean isBefore(int vertex, int place) {
    return (before[vertex] >>> place & 1) == 1;
  }

  /** Whether a vertex comes after the one of this place. */
  boolean isAfter(int vertex, int place) {
    return (after[vertex] >>> place & 1) == 1;
  }
}
