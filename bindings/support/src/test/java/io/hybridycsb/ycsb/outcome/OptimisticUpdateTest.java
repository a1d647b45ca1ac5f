package io.hybridycsb.ycsb.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class OptimisticUpdateTest {
  private final AtomicInteger attempts = new AtomicInteger();

  private Status retrying(int retries, Status... outcomes) {
    return OptimisticUpdate.retrying(
        retries, () -> List.of(outcomes).get(attempts.getAndIncrement()));
  }

  @Test
  void whatWasAbortedIsTriedAgainUntilItIsNot() {
    assertThat(retrying(3, Statuses.ABORTED, Statuses.ABORTED, Status.OK, Status.OK))
        .isEqualTo(Status.OK);
    assertThat(attempts).hasValue(3);
  }

  @Test
  void itIsAbortedAfterTheLastRetry() {
    assertThat(retrying(1, Statuses.ABORTED, Statuses.ABORTED, Status.OK))
        .isEqualTo(Statuses.ABORTED);
    assertThat(attempts).hasValue(2);
  }

  @Test
  void withoutRetriesThereIsOneAttempt() {
    assertThat(retrying(0, Statuses.ABORTED, Status.OK)).isEqualTo(Statuses.ABORTED);
  }

  @Test
  void nothingElseIsTriedAgain() {
    assertThat(retrying(3, Status.NOT_FOUND, Status.OK)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void changesTakeThePlaceOfFieldsAndTheOthersStay() {
    byte[] one = {1};
    byte[] two = {2};
    Map<String, byte[]> record = new HashMap<>(Map.of("a", one, "b", one));

    assertThat(OptimisticUpdate.merged(Optional.of(record), Map.of("b", two, "c", two)))
        .containsOnly(Map.entry("a", one), Map.entry("b", two), Map.entry("c", two));
    assertThat(OptimisticUpdate.merged(Optional.empty(), Map.of("b", two)))
        .containsOnly(Map.entry("b", two));
  }
}
