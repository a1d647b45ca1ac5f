package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes over a chain under crashes, losses and lies. {@code -Dsim.seeds=FROM..TO} tries these
 * seeds, as many at a time as there are processors; with {@code -Dcampaign=simulation} many more
 * are tried.
 */
class ChainSimulationTest {
  private static final int SEEDS = 40;
  private static final int SEEDS_OF_A_CAMPAIGN = 10_000;
  private static final int STEPS = 500;

  private final AtomicLong runs = new AtomicLong();
  @TempDir private Path directory;

  @Test
  void guaranteesHoldWhateverHappens() {
    String[] range = System.getProperty("sim.seeds", "1.." + SEEDS).split("\\.\\.", 2);
    run(Long.parseLong(range[0]), Long.parseLong(range[range.length - 1]));
  }

  @Test
  @Tag("campaign")
  @Tag("simulation")
  void guaranteesHoldForThousandsOfSeeds() {
    run(SEEDS + 1, SEEDS_OF_A_CAMPAIGN);
  }

  @Test
  void aSeedGoesTheSameWayEachTime() {
    assertThat(run(1)).isEqualTo(run(1)).isNotEqualTo(run(2));
  }

  private void run(long from, long to) {
    LongStream.rangeClosed(from, to).parallel().forEach(this::run);
  }

  private byte[] run(long seed) {
    Path own = directory.resolve(Long.toString(runs.incrementAndGet()));
    try (ChainSimulation simulation = new ChainSimulation(seed, own)) {
      simulation.runWithFaults(STEPS);
      simulation.settle();
      return simulation.traceHash();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed "
              + seed
              + " fails: "
              + e.getMessage()
              + "\nTo see it again: ./mvnw -B -pl servers/veritas-tendermint -am test"
              + " -Dtest=ChainSimulationTest#guaranteesHoldWhateverHappens"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seeds="
              + seed,
          e);
    }
  }
}
