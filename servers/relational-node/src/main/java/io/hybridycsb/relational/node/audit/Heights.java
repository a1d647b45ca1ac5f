package io.hybridycsb.relational.node.audit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The heights of nodes' databases while they are waited for. One that doesn't rise for the timeout
 * stands: it won't come to the others.
 */
final class Heights {
  /** Below all others, though a node may claim it, too. */
  private static final long LEAST = Long.MIN_VALUE;

  private record Reading(boolean readable, long height, long sinceNs) {}

  private final Map<String, Reading> seen = new HashMap<>();
  private final long timeoutNs;

  Heights(long timeoutNs) {
    this.timeoutNs = timeoutNs;
  }

  /** Returns whether it is another height than it was. */
  boolean saw(String node, long height, long nowNs) {
    return changed(node, new Reading(true, height, nowNs));
  }

  void failed(String node, long nowNs) {
    changed(node, new Reading(false, LEAST, nowNs));
  }

  private boolean changed(String node, Reading now) {
    Reading before = seen.get(node);
    if (before != null && before.readable() == now.readable() && before.height() == now.height()) {
      return false;
    }
    seen.put(node, now);
    return true;
  }

  void leftOut(String node) {
    seen.remove(node);
  }

  boolean isReadable(String node) {
    return seen.get(node).readable();
  }

  long height(String node) {
    return seen.get(node).height();
  }

  /** The greatest height of any node. */
  long highest() {
    return seen.values().stream().mapToLong(Reading::height).max().orElse(LEAST);
  }

  /** The greatest height that more than half of those have reached that can be read. */
  long reached() {
    List<Long> falling = falling();
    return falling.isEmpty() ? LEAST : falling.get(falling.size() / 2);
  }

  /**
   * The height of most nodes; of equally many, the one next to the middle. Of two in the middle
   * that is the greater, for a database may well be late; but where each node is alone, it is the
   * lesser, for one may claim any.
   */
  private long reference() {
    List<Long> falling = falling();
    Map<Long, Long> nodes =
        falling.stream().collect(Collectors.groupingBy(height -> height, Collectors.counting()));
    long middle =
        nodes.size() == falling.size() ? reached() : falling.get((falling.size() - 1) / 2);
    return nodes.keySet().stream()
        .max(
            Comparator.<Long, Long>comparing(nodes::get)
                .thenComparing(height -> -distance(height, middle)))
        .orElse(LEAST);
  }

  /** Of those that can be read. */
  private List<Long> falling() {
    return seen.values().stream()
        .filter(Reading::readable)
        .map(Reading::height)
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /** As a double, since nodes may claim any height. */
  private static double distance(double height, double other) {
    return Math.abs(height - other);
  }

  /** The node that is farthest from where most are; of equally far ones, the highest. */
  String farthest() {
    long reference = reference();
    return seen.keySet().stream()
        .max(
            Comparator.<String>comparingDouble(node -> distance(height(node), reference))
                .thenComparingLong(this::height))
        .orElseThrow();
  }

  boolean stands(String node, long nowNs) {
    return nowNs - seen.get(node).sinceNs() >= timeoutNs;
  }

  /**
   * Those that stand where most of the others aren't; if at least half of all go on, those that
   * stand.
   *
   * @param patient whether one above the others is kept while any of them rises
   * @return empty while there is hope for all
   */
  List<String> lost(long nowNs, boolean patient) {
    List<String> standing =
        seen.keySet().stream().filter(node -> stands(node, nowNs)).sorted().toList();
    long reference = reference();
    boolean keepHigher = patient && standing.size() < seen.size();
    List<String> apart =
        standing.stream()
            .filter(
                node ->
                    !isReadable(node)
                        || height(node) < reference
                        || height(node) > reference && !keepHigher)
            .toList();
    if (!apart.isEmpty()) {
      return apart;
    }
    long wentOn =
        seen.keySet().stream()
            .filter(node -> !standing.contains(node) && height(node) > reference)
            .count();
    return 2 * wentOn >= seen.size() ? standing : List.of();
  }
}
