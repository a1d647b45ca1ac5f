package io.hybridycsb.veritas.core.times;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.metrics.ComponentTimes.Component;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitTimesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final StageTimes stages = new StageTimes();
  private long now = 100 * SECOND;
  private final CommitTimes times = new CommitTimes(stages, () -> now);

  private void pass(Stage stage, long seconds) {
    now += seconds * SECOND;
    stages.add(stage, seconds * SECOND);
  }

  private void assertSeconds(double consensus, double ledger, double database, double other) {
    assertThat(seconds(Component.CONSENSUS)).isEqualTo(consensus);
    assertThat(seconds(Component.LEDGER)).isEqualTo(ledger);
    assertThat(seconds(Component.DATABASE)).isEqualTo(database);
    assertThat(seconds(Component.OTHER)).isEqualTo(other);
  }

  private double seconds(Component component) {
    return stages.components().seconds(Operation.COMMIT, component);
  }

  @Test
  void componentsOfATransactionAddUpToTheTimeFromItsArrivalToItsAnswer() {
    long arrived = now;
    long admitted = arrived + SECOND;
    now = admitted + 7 * SECOND;
    times.begin();
    pass(Stage.BUILD, 2);
    pass(Stage.LEDGER, 3);
    pass(Stage.STATE_WRITE, 4);
    times.decided(arrived, admitted, 1);
    now += 5 * SECOND;
    times.answered(1);
    assertSeconds(7, 5, 4, 6);
    assertThat(stages.components().count(Operation.COMMIT)).isEqualTo(1);
  }

  @Test
  void loadingWhenABlockIsOrderedIsTimeInTheDatabase() {
    long arrived = now;
    now += 2 * SECOND;
    times.begin();
    pass(Stage.STATE_LOAD, 3);
    times.ordered(1, 2, 3 * SECOND);
    times.answered(0);
    now += 4 * SECOND;
    times.begin();
    times.decided(arrived, arrived, 1);
    times.decided(arrived, arrived, 2);
    times.answered(2);
    assertSeconds(12, 0, 6, 0);
  }

  @Test
  void loadingInTheRoundThatDecidesIsCountedOnce() {
    long arrived = now;
    times.begin();
    pass(Stage.STATE_LOAD, 3);
    times.decided(arrived, arrived, 1);
    times.ordered(1, 1, 3 * SECOND);
    times.answered(1);
    assertSeconds(0, 0, 3, 0);
  }

  @Test
  void waitingForTheChainBetweenExecutingAndCommittingIsConsensus() {
    long arrived = now;
    times.begin();
    pass(Stage.BUILD, 1);
    times.pause();
    now += 8 * SECOND;
    times.resume();
    pass(Stage.LEDGER, 2);
    times.decided(arrived, arrived, 1);
    times.answered(1);
    assertSeconds(8, 3, 0, 0);
  }

  @Test
  void aTransactionThatIsAdmittedWhileItIsExecutedIsNotCounted() {
    times.begin();
    now += SECOND;
    times.decided(now, now, 1);
    times.answered(1);
    assertThat(stages.components().count(Operation.COMMIT)).isZero();
    assertSeconds(0, 0, 0, 0);
  }

  @Test
  void aRoundWithoutDecisionsAddsNothing() {
    times.begin();
    pass(Stage.LEDGER, 1);
    times.answered(1);
    assertSeconds(0, 0, 0, 0);
  }
}
