package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.CommitResult.Status;
import io.hybridycsb.veritas.model.VeritasException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private static final VeritasException NO_TIME = new VeritasException.Unavailable("no time");

  @Test
  void aRetryThatCouldNotBeSentLeavesTheAbortBeforeIt() {
    assertThat(retrying(5, List.of(result(Status.ABORTED), failing())).status())
        .isEqualTo(Status.ABORTED);
  }

  @Test
  void aFirstAttemptThatCouldNotBeSentIsAFailure() {
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> retrying(5, List.of(failing())));
  }

  @Test
  void onlyAnAbortIsTriedAgainAndAsOftenAsAskedFor() {
    assertThat(retrying(5, List.of(result(Status.ABORTED), result(Status.UNKNOWN))).status())
        .isEqualTo(Status.UNKNOWN);
    assertThat(retrying(1, List.of(result(Status.ABORTED), result(Status.ABORTED))).status())
        .isEqualTo(Status.ABORTED);
    assertThat(retrying(0, List.of(result(Status.ABORTED))).status()).isEqualTo(Status.ABORTED);
  }

  private static CommitResult retrying(int retries, List<Supplier<CommitResult>> attempts) {
    Queue<Supplier<CommitResult>> left = new ArrayDeque<>(attempts);
    CommitResult last = VeritasDb.retrying(retries, () -> left.remove().get());
    assertThat(left).isEmpty();
    return last;
  }

  private static Supplier<CommitResult> result(Status status) {
    return () -> new CommitResult(status, null, Optional.empty(), 0, 0, "");
  }

  private static Supplier<CommitResult> failing() {
    return () -> {
      throw NO_TIME;
    };
  }
}
