package io.hybridycsb.harness.system;

/** What nodes are called, and the processes that belong to one. */
public final class NodeNames {
  private NodeNames() {}

  /** The name of what else belongs to a node: {@code redis3} for the third. */
  public static String companion(String node, String kind) {
    return node.replace("node", kind);
  }

  /** The node that a companion belongs to: {@code node3} for {@code redis3}. */
  public static String nodeOf(String companion) {
    return companion.replaceFirst("^[a-z]+", "node");
  }
}
