package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.txn.ByteKey;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node whose database refuses for good tells nothing wrong, and the others do without it. */
class RefusingStoreTest {
  private static final int SEEDS = 5;
  private static final int STEPS_UNTIL_REFUSED = 2000;

  @ParameterizedTest
  @EnumSource(ApprovalPolicy.class)
  void aNodeWhoseLedgerRefusesStopsAndComesBackWhenItIsMended(ApprovalPolicy policy) {
    expectReturn(policy, node -> node.ledgerStore().refuse(), node -> !node.isRunning());
  }

  @ParameterizedTest
  @EnumSource(ApprovalPolicy.class)
  void aNodeWhoseStateStoreRefusesWaitsAndComesBackWhenItIsMended(ApprovalPolicy policy) {
    expectReturn(
        policy, node -> node.stateStore().refuse(Integer.MAX_VALUE, false), SimulatedNode::isStuck);
  }

  private static void expectReturn(
      ApprovalPolicy policy, Consumer<SimulatedNode> refusal, Predicate<SimulatedNode> hasMet) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Simulation simulation = DivergenceTest.started(policy, seed);
      ByteKey key = simulation.clients().presentKey().orElse(null);
      if (key != null) {
        SimulatedNode node = simulation.nodes().get((int) seed % simulation.nodes().size());
        refusal.accept(node);
        simulation.clients().merge(DivergenceTest.other(simulation, node), key);
        for (int i = 0; !hasMet.test(node); i++) {
          assertThat(i)
              .as("steps until %s meets the refusal, seed %d", node, seed)
              .isLessThan(STEPS_UNTIL_REFUSED);
          simulation.runQuietly(1);
        }
        DivergenceTest.expectOthersGoOn(simulation, node, key, policy);
        simulation.settle();
      }
    }
  }
}
