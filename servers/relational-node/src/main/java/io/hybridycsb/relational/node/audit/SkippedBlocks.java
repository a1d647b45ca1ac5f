package io.hybridycsb.relational.node.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks the decisions on blocks that were skipped, as each node has recorded them. */
record SkippedBlocks(String cluster, SkipSigners signers, Findings findings) {
  private static final String NONE = "no decision";

  /**
   * Adds a finding for each decision that is wrong, and for each that not all nodes have.
   *
   * @param recorded decisions by node and height
   * @return a line for each block that was skipped
   */
  List<String> check(Map<String, SortedMap<Long, String>> recorded) {
    SortedSet<Long> heights = new TreeSet<>();
    recorded.values().forEach(each -> heights.addAll(each.keySet()));
    List<String> lines = new ArrayList<>();
    heights.forEach(height -> check(height, recorded, lines));
    return lines;
  }

  private void check(
      long height, Map<String, SortedMap<Long, String>> recorded, List<String> lines) {
    Map<String, String> statements = new LinkedHashMap<>();
    SortedMap<String, SkipDecision> right = new TreeMap<>();
    recorded.forEach(
        (node, decisions) -> {
          statements.put(node, NONE);
          if (decisions.containsKey(height)) {
            try {
              SkipDecision decision = SkipDecision.parse(decisions.get(height));
              statements.put(node, decision.statement().toString());
              decision.requireDecided(cluster, signers);
              if (decision.statement().height() != height) {
                throw new IllegalArgumentException("it is on " + decision.statement());
              }
              right.put(node, decision);
            } catch (IllegalArgumentException e) {
              findings.add(
                  node,
                  "height %d: the decision to skip the block is wrong: %s"
                      .formatted(height, e.getMessage()));
            }
          }
        });
    Agreement<String> agreement = Agreement.of(statements);
    if (!agreement.ofAll()) {
      findings.add(
          String.join(", ", agreement.nodes()),
          "height %d: not all have skipped the same block: %s"
              .formatted(height, agreement.shown(each -> each + " on")));
    }
    right.values().stream()
        .findFirst()
        .ifPresent(
            decision ->
                lines.add(
                    "block %d was skipped by decision of %s: %s"
                        .formatted(
                            height,
                            decision.signedBy(signers),
                            String.join(", ", decision.signatures().keySet()))));
  }
}
