package io.hybridycsb.relational.node;

import io.hybridycsb.relational.client.ClientOptions;
import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.util.List;
import java.util.Optional;

/** What blocks the nodes of a cluster have executed, by what those say that answer. */
final class NodeHeights {
  private static final int TIMEOUT_MS = 2_000;

  private NodeHeights() {}

  private record Answer(String node, Optional<Long> height) {}

  /**
   * Asks all nodes, and prints which don't answer.
   *
   * @throws IllegalArgumentException if one that answers has executed the block
   */
  static void requireBelow(long height, ClusterConfig cluster) {
    List<Answer> answers =
        cluster.nodes().parallelStream()
            .map(each -> new Answer(each.name(), ask(each.address(), cluster.cluster())))
            .toList();
    List<String> past =
        answers.stream()
            .filter(each -> each.height().filter(own -> own >= height).isPresent())
            .map(Answer::node)
            .toList();
    if (!past.isEmpty()) {
      throw new IllegalArgumentException(
          "block %d was executed by %s: it must not be skipped; mend the other nodes"
              .formatted(height, String.join(", ", past)));
    }
    List<String> silent =
        answers.stream().filter(each -> each.height().isEmpty()).map(Answer::node).toList();
    if (!silent.isEmpty()) {
      System.out.printf(
          "no answer from %s: make sure that none of them has executed block %d%n",
          String.join(", ", silent), height);
    }
  }

  private static Optional<Long> ask(String address, String cluster) {
    ClientOptions options =
        new ClientOptions(List.of(address), cluster, TIMEOUT_MS, ReadLevel.LOCAL, 1);
    // What is asked is not signed.
    try (RelationalClient client = RelationalClient.connect(options, Ed25519.generate())) {
      return Optional.of(client.session().status().getHeight());
    } catch (RelationalException e) {
      return Optional.empty();
    }
  }
}
