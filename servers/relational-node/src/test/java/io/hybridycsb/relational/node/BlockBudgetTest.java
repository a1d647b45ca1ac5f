package io.hybridycsb.relational.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Work;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockBudgetTest {
  private static final long MICROSECOND = 1_000;

  private final BlockBudget budget = new BlockBudget(Duration.ofSeconds(2));

  private void executed(long work, long nanos) {
    budget.executed(new ExecutedBlock(1, new byte[0], List.of(), work, Set.of(), 0), nanos);
  }

  @Test
  void aNodeThatHasExecutedNothingProposesTwentyThousandUnits() {
    assertThat(budget.work()).isEqualTo(20_000);
  }

  @Test
  void asManyUnitsAreProposedAsFitIntoTheTimeByWhatTheyTook() {
    for (int i = 0; i < 30; i++) {
      executed(500, 500 * 1_000 * MICROSECOND);
    }
    assertThat(budget.work()).isEqualTo(2_000);
    for (int i = 0; i < 60; i++) {
      executed(2_000, 2_000 * 50 * MICROSECOND);
    }
    assertThat(budget.work()).isBetween(39_999L, 40_000L);
  }

  @Test
  void theNewestBlockCountsForHalf() {
    executed(1, 300 * MICROSECOND);
    assertThat(budget.work()).isEqualTo(10_000);
    executed(1_000_000, 1);
    assertThat(budget.work()).isBetween(19_999L, 20_000L);
  }

  @Test
  void atLeastOneUnitIsProposedHoweverLongItTakes() {
    executed(1, 3_600_000_000L * MICROSECOND);
    assertThat(budget.work()).isEqualTo(1);
    executed(0, 5);
    assertThat(budget.work()).isEqualTo(1);
  }

  @Test
  void noMoreUnitsAreProposedThanABlockMayTakeHoweverLittleTheyTook() {
    for (int i = 0; i < 60; i++) {
      executed(1_000_000, 1);
    }
    assertThat(budget.work()).isEqualTo(Work.BLOCK_MAX);
  }
}
