package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node whose databases were changed behind its back stops, and the others do without it. */
class DivergenceTest {
  private static final int SEEDS = 15;
  private static final int STEPS_UNTIL_STOPPED = 2000;

  /** What was changed behind a node's back. */
  private interface Tampering {
    void change(Simulation simulation, SimulatedNode node, ByteKey key);
  }

  @ParameterizedTest
  @EnumSource(ApprovalPolicy.class)
  void aNodeWithAnotherStateStopsAndComesBackWhenItIsRepaired(ApprovalPolicy policy) {
    expectStopAndReturn(policy, Simulation::tamperState);
  }

  @ParameterizedTest
  @EnumSource(ApprovalPolicy.class)
  void aNodeWithAnotherLedgerStopsAndComesBackWhenItIsRepaired(ApprovalPolicy policy) {
    expectStopAndReturn(policy, (simulation, node, key) -> node.tamperLedger());
  }

  private static void expectStopAndReturn(ApprovalPolicy policy, Tampering tampering) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Simulation simulation = started(policy, seed);
      ByteKey key = simulation.clients().presentKey().orElse(null);
      if (key != null) {
        SimulatedNode wrong = simulation.nodes().get((int) seed % simulation.nodes().size());
        wrong.crash();
        tampering.change(simulation, wrong, key);
        wrong.start();
        simulation.clients().merge(other(simulation, wrong), key);
        expectStop(simulation, wrong, seed);
        expectOthersGoOn(simulation, wrong, key, policy);
        assertThat(simulation.nodes())
            .allSatisfy(node -> assertThat(node.diverged() == null).isEqualTo(node != wrong));
        simulation.settle();
      }
    }
  }

  /** A cluster with some records, in which nothing is underway. */
  static Simulation started(ApprovalPolicy policy, long seed) {
    Random random = new Random(seed);
    Simulation simulation =
        new Simulation(
            random,
            policy,
            3 + random.nextInt(2),
            false,
            TransactionLimits.DEFAULT.valueBytesMax());
    simulation.runWithFaults(200);
    simulation.settle();
    return simulation;
  }

  private static void expectStop(Simulation simulation, SimulatedNode wrong, long seed) {
    for (int i = 0; wrong.diverged() == null; i++) {
      assertThat(i)
          .as("steps until %s stops, seed %d", wrong, seed)
          .isLessThan(STEPS_UNTIL_STOPPED);
      simulation.runQuietly(1);
    }
    assertThat(wrong.diverged())
        .hasMessageMatching("node " + wrong + " stops at height [1-9]\\d*: .*");
  }

  /** The others decide without a node if the policy lets them. */
  static void expectOthersGoOn(
      Simulation simulation, SimulatedNode wrong, ByteKey key, ApprovalPolicy policy) {
    simulation.runQuietly(500);
    long before = simulation.audit().height();
    simulation.clients().merge(other(simulation, wrong), key);
    simulation.runQuietly(1500);
    if (policy == ApprovalPolicy.MAJORITY) {
      assertThat(simulation.audit().height()).isGreaterThan(before);
      assertThat(simulation.clients().undecided()).isZero();
    } else {
      assertThat(simulation.audit().height()).isEqualTo(before);
      assertThat(simulation.clients().undecided()).isPositive();
    }
  }

  static SimulatedNode other(Simulation simulation, SimulatedNode node) {
    return simulation.nodes().stream().filter(n -> n != node).findFirst().orElseThrow();
  }
}
