package io.hybridycsb.relational.node;

import static io.hybridycsb.relational.node.database.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.proto.Call;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockBudgetTest {
  private static final long MILLISECOND = 1_000_000;

  private final BlockBudget budget = new BlockBudget(Duration.ofSeconds(2));

  private static List<BlockTransaction> calls(int count) {
    Call[] calls = new Call[count];
    Arrays.fill(calls, Call.getDefaultInstance());
    return List.of(transaction(1, calls));
  }

  @Test
  void aNodeThatHasExecutedNothingProposesAThousandCalls() {
    assertThat(budget.calls()).isEqualTo(1_000);
  }

  @Test
  void asManyCallsAreProposedAsFitIntoTheTimeByWhatTheyTook() {
    for (int i = 0; i < 30; i++) {
      budget.executed(calls(500), 500 * 10 * MILLISECOND);
    }
    assertThat(budget.calls()).isEqualTo(200);
    for (int i = 0; i < 60; i++) {
      budget.executed(calls(2_000), 2_000 * MILLISECOND / 2);
    }
    assertThat(budget.calls()).isBetween(3_999, 4_000);
  }

  @Test
  void theNewestBlockCountsForHalf() {
    budget.executed(calls(1), 6 * MILLISECOND);
    assertThat(budget.calls()).isEqualTo(500);
    budget.executed(calls(1_000), 1);
    assertThat(budget.calls()).isBetween(999, 1_000);
  }

  @Test
  void atLeastOneCallIsProposedHoweverLongItTakes() {
    budget.executed(calls(1), 3_600_000 * MILLISECOND);
    assertThat(budget.calls()).isEqualTo(1);
    budget.executed(calls(0), 5);
    assertThat(budget.calls()).isEqualTo(1);
  }
}
