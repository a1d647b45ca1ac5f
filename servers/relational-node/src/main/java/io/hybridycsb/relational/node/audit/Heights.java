package io.hybridycsb.relational.node.audit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The heights of nodes' databases while they are waited for. One that doesn't rise for the timeout
 * stands: it won't come to the others.
 */
final class Heights {
  private static final long NONE = -1;

  private record Seen(long height, long sinceNs) {}

  private final Map<String, Seen> seen = new HashMap<>();
  private final long timeoutNs;

  Heights(long timeoutNs) {
    this.timeoutNs = timeoutNs;
  }

  /** Returns whether it is another height than it was. */
  boolean saw(String node, long height, long nowNs) {
    Seen before = seen.get(node);
    if (before != null && before.height() == height) {
      return false;
    }
    seen.put(node, new Seen(height, nowNs));
    return true;
  }

  void failed(String node, long nowNs) {
    saw(node, NONE, nowNs);
  }

  void leftOut(String node) {
    seen.remove(node);
  }

  boolean isReadable(String node) {
    return height(node) != NONE;
  }

  long height(String node) {
    return seen.get(node).height();
  }

  /** The greatest height of any node. */
  long highest() {
    return seen.values().stream().mapToLong(Seen::height).max().orElse(NONE);
  }

  /** The greatest height that more than half of those have reached that can be read. */
  long reached() {
    List<Long> falling =
        seen.values().stream()
            .map(Seen::height)
            .filter(height -> height != NONE)
            .sorted(Comparator.reverseOrder())
            .toList();
    return falling.isEmpty() ? NONE : falling.get(falling.size() / 2);
  }

  boolean stands(String node, long nowNs) {
    return nowNs - seen.get(node).sinceNs() >= timeoutNs;
  }

  /**
   * Those that stand where most of the others aren't; if all of these go on, those that stand.
   *
   * @param patient whether one above the others is kept while any of them rises
   * @return empty while there is hope for all
   */
  List<String> lost(long nowNs, boolean patient) {
    List<String> standing =
        seen.keySet().stream().filter(node -> stands(node, nowNs)).sorted().toList();
    long reached = reached();
    boolean keepHigher = patient && standing.size() < seen.size();
    List<String> apart =
        standing.stream()
            .filter(
                node ->
                    !isReadable(node)
                        || height(node) < reached
                        || height(node) > reached && !keepHigher)
            .toList();
    if (!apart.isEmpty()) {
      return apart;
    }
    boolean othersWentOn =
        seen.keySet().stream().anyMatch(node -> !standing.contains(node) && height(node) > reached);
    return othersWentOn ? standing : List.of();
  }
}
