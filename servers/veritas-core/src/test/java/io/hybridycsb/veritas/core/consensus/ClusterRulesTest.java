package io.hybridycsb.veritas.core.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterRulesTest {
  private final ClusterConfig cluster = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
  private final ClusterRules rules = rules(cluster);

  private static ClusterRules rules(ClusterConfig cluster) {
    return ClusterRules.of(cluster, TransactionLimits.DEFAULT);
  }

  private static ClusterConfig moved(ClusterConfig cluster) {
    return cluster.withNodes(
        cluster.nodes().stream()
            .map(node -> new Member(node.name(), "elsewhere:1", node.publicKey()))
            .toList());
  }

  @Test
  void addressesMayChange() {
    ClusterRules elsewhere = rules(moved(cluster));
    assertThat(elsewhere.changesSince(rules)).isEmpty();
    assertThat(elsewhere.hash()).isEqualTo(rules.hash());
  }

  @Test
  void aClientThatIsNewOrMissingIsNamed() {
    ClusterRules more = rules(TestKeys.cluster(ApprovalPolicy.ALL, 2, 2));
    assertThat(more.hash()).isNotEqualTo(rules.hash());
    assertThat(more.changesSince(rules))
        .singleElement()
        .asString()
        .matches("new: client [0-9a-f]{64} client2");
    assertThat(rules.changesSince(more))
        .singleElement()
        .asString()
        .matches("missing: client [0-9a-f]{64} client2");
  }

  @Test
  void allThatDecidesOutcomesCounts() {
    Member node = cluster.nodes().get(0);
    ValidatorSet chain =
        new ValidatorSet(
            "chain", List.of(new ValidatorSet.Validator("node1", node.publicKey(), 1)));
    List<ClusterRules> others =
        List.of(
            rules(TestKeys.cluster(ApprovalPolicy.MAJORITY, 2, 1)),
            rules(TestKeys.cluster(ApprovalPolicy.ALL, 3, 1)),
            rules(
                new ClusterConfig(
                    "other",
                    ApprovalPolicy.ALL,
                    "",
                    cluster.nodes(),
                    cluster.clients(),
                    Optional.empty(),
                    Map.of())),
            rules(
                new ClusterConfig(
                    cluster.cluster(),
                    ApprovalPolicy.ALL,
                    "",
                    cluster.nodes(),
                    cluster.clients(),
                    Optional.of(chain),
                    Map.of())),
            ClusterRules.of(cluster, new TransactionLimits(4096, 10_000, 1_048_576)),
            ClusterRules.of(cluster, new TransactionLimits(1_048_576, 5, 1_048_576)),
            ClusterRules.of(cluster, new TransactionLimits(1_048_576, 10_000, 2_097_152)));
    for (ClusterRules other : others) {
      assertThat(other.changesSince(rules)).isNotEmpty();
      assertThat(other.hash()).isNotEqualTo(rules.hash());
    }
  }

  @Test
  void whatWasWrittenIsReadAgain() {
    ClusterRules read = ClusterRules.parse(rules.text());
    assertThat(read.changesSince(rules)).isEmpty();
    assertThat(read.hash()).isEqualTo(rules.hash());
  }
}
