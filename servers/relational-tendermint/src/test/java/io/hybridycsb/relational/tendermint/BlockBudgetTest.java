package io.hybridycsb.relational.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BlockBudgetTest {
  private static final long MILLISECOND = 1_000_000;

  private final BlockBudget budget = new BlockBudget(Duration.ofSeconds(2));

  @Test
  void aNodeThatHasExecutedNothingProposesAThousandCalls() {
    assertThat(budget.calls()).isEqualTo(1_000);
  }

  @Test
  void asManyCallsAreProposedAsFitIntoTheTimeByWhatTheyTook() {
    for (int i = 0; i < 30; i++) {
      budget.executed(500, 500 * 10 * MILLISECOND);
    }
    assertThat(budget.calls()).isEqualTo(200);
    for (int i = 0; i < 60; i++) {
      budget.executed(2_000, 2_000 * MILLISECOND / 2);
    }
    assertThat(budget.calls()).isBetween(3_999, 4_000);
  }

  @Test
  void theNewestBlockCountsForHalf() {
    budget.executed(1, 6 * MILLISECOND);
    assertThat(budget.calls()).isEqualTo(500);
    budget.executed(1_000, 1);
    assertThat(budget.calls()).isBetween(999, 1_000);
  }

  @Test
  void atLeastOneCallIsProposedHoweverLongItTakes() {
    budget.executed(1, 3_600_000 * MILLISECOND);
    assertThat(budget.calls()).isEqualTo(1);
    budget.executed(0, 5);
    assertThat(budget.calls()).isEqualTo(1);
  }
}
