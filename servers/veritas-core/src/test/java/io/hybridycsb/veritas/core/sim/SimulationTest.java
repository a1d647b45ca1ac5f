package io.hybridycsb.veritas.core.sim;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The protocol under crashes, losses and forgeries. {@code -Dsim.seeds=N} tries N seeds, {@code
 * -Dsim.seed=S} only the one named; with {@code -Dcampaign=simulation} many more are tried.
 */
class SimulationTest {
  private static final int SEEDS = 100;
  private static final int SEEDS_OF_A_CAMPAIGN = 10_000;
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

  @Test
  @Tag("campaign")
  @Tag("simulation")
  void guaranteesHoldForThousandsOfSeeds() {
    LongStream.rangeClosed(SEEDS + 1, SEEDS_OF_A_CAMPAIGN).parallel().forEach(SimulationTest::run);
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
              + " -Dtest=SimulationTest#guaranteesHoldWhateverHappens"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed="
              + seed,
          e);
    }
  }
}
