package io.hybridycsb.veritas.core.sim;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The protocol under crashes, losses and forgeries. {@code -Dsim.seeds=N} tries N seeds, {@code
 * -Dsim.seed=S} only the one named.
 */
class SimulationTest {
  private static final int SEEDS = 600;
  private static final int STEPS = 600;

  @Test
  void guaranteesHoldWhateverHappens() {
    Long only = Long.getLong("sim.seed");
    LongStream seeds =
        only != null
            ? LongStream.of(only)
            : LongStream.rangeClosed(1, Long.getLong("sim.seeds", SEEDS));
    seeds.forEach(SimulationTest::run);
  }

  private static void run(long seed) {
    try {
      Simulation simulation = new Simulation(seed);
      simulation.runWithFaults(STEPS);
      simulation.settle();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed "
              + seed
              + " fails: "
              + e.getMessage()
              + "\nTo see it again: ./mvnw -B -pl servers/veritas-core -am test"
              + " -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed="
              + seed,
          e);
    }
  }
}
