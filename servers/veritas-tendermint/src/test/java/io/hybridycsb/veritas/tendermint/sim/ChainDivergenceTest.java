package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation finds what it is there to find. */
class ChainDivergenceTest {
  private static final int STEPS = 500;
  private static final int OTHER_VALUE_BYTES_MAX = 60;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aNodeThatJudgesByAnotherRuleIsFound(long seed) {
    ChainSimulation simulation = new ChainSimulation(seed, directory, OTHER_VALUE_BYTES_MAX);
    assertThatThrownBy(
            () -> {
              simulation.runWithFaults(STEPS);
              simulation.settle();
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("outcomes of node1 ");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aRecordThatNobodyWroteIsFound(long seed) {
    ChainSimulation simulation = new ChainSimulation(seed, directory);
    simulation.runWithFaults(STEPS);
    simulation.settle();
    ByteKey key = TestTransactions.key("nobody");
    simulation.nodes().get(0).crashPoint().arm(null);
    simulation.nodes().get(0).stateStore().tamper(key.bytes(), new byte[Long.BYTES]);
    assertThatThrownBy(() -> simulation.runWithLies(STEPS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nobody");
  }
}
