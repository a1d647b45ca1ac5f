package io.hybridycsb.ycsb.workload.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class TallyTest {
  @Test
  void aCommitThatEndedWithAnErrorMayHaveChangedTheTotalOrNot() {
    for (Status status :
        List.of(Status.ERROR, Statuses.UNKNOWN, Statuses.VERIFICATION_FAILED, Status.BATCHED_OK)) {
      Tally tally = new Tally();
      tally.add(Status.OK, 100, 100);
      tally.add(status, 5, 5);

      assertThat(tally.wrongBy(100)).as(status.getName()).isZero();
      assertThat(tally.wrongBy(105)).as(status.getName()).isZero();
      assertThat(tally.wrongBy(106)).as(status.getName()).isEqualTo(1);
      assertThat(tally.wrongBy(99)).as(status.getName()).isEqualTo(-1);
      assertThat(tally.unknownChanges()).isEqualTo(1);
    }
  }

  @Test
  void aCommitThatIsKnownToHaveFailedHasChangedNothing() {
    for (Status status :
        List.of(
            Statuses.ABORTED,
            Status.BAD_REQUEST,
            Status.FORBIDDEN,
            Status.NOT_FOUND,
            Status.NOT_IMPLEMENTED,
            Status.SERVICE_UNAVAILABLE)) {
      Tally tally = new Tally();
      tally.add(Status.OK, 100, 100);
      tally.add(status, 5, 5);

      assertThat(tally.wrongBy(105)).as(status.getName()).isEqualTo(5);
      assertThat(tally.unknownChanges()).isZero();
    }
  }

  @Test
  void whatCommittedTransactionsHaveNotFoundIsMissed() {
    Tally tally = new Tally();
    tally.add(Status.OK, 7, 10);
    tally.add(Statuses.ABORTED, 0, 10);
    tally.add(Status.BATCHED_OK, 10, 10);
    assertThat(tally.missed()).isEqualTo(3);

    tally.decide(Status.BATCHED_OK, 10, Status.OK, 6, 10);
    assertThat(tally.missed()).isEqualTo(7);
    assertThat(tally.wrongBy(13)).isZero();
  }
}
