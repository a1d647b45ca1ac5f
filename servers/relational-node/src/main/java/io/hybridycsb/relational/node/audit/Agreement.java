package io.hybridycsb.relational.node.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which nodes hold the same of something.
 *
 * @param nodesByContent in the order of nodes
 */
record Agreement<T>(Map<T, List<String>> nodesByContent) {
  static <T> Agreement<T> of(Map<String, T> contentByNode) {
    Map<T, List<String>> nodesByContent = new LinkedHashMap<>();
    contentByNode.forEach(
        (node, content) ->
            nodesByContent.computeIfAbsent(content, each -> new ArrayList<>()).add(node));
    return new Agreement<>(nodesByContent);
  }

  boolean ofAll() {
    return nodesByContent.size() <= 1;
  }

  List<String> nodes() {
    return nodesByContent.values().stream().flatMap(List::stream).sorted().toList();
  }

  /** What more than half of the nodes hold. */
  Optional<T> most() {
    int nodes = nodes().size();
    return nodesByContent.entrySet().stream()
        .filter(each -> 2 * each.getValue().size() > nodes)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Who holds what, for people. */
  String shown(Function<T, String> content) {
    return nodesByContent.entrySet().stream()
        .map(
            each ->
                "%s %s".formatted(content.apply(each.getKey()), String.join(", ", each.getValue())))
        .collect(Collectors.joining("; "));
  }
}
