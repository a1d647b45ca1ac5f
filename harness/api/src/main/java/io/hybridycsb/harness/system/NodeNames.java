package io.hybridycsb.harness.system;

import java.util.List;
import java.util.stream.IntStream;

/** The names of nodes and their processes. */
public final class NodeNames {
  private NodeNames() {}

  /** {@code node1}, {@code node2}, ... */
  public static List<String> of(int nodes) {
    return IntStream.rangeClosed(1, nodes).mapToObj(i -> "node" + i).toList();
  }

  /** The number of a node, from 1. */
  public static int number(String node) {
    return Integer.parseInt(node.replace("node", ""));
  }

  /** The name of a process that belongs to a node: {@code redis3} for the third. */
  public static String companion(String node, String kind) {
    return node.replace("node", kind);
  }

  /** The node that a companion belongs to: {@code node3} for {@code redis3}. */
  public static String nodeOf(String companion) {
    return companion.replaceFirst("^[a-z]+", "node");
  }
}
