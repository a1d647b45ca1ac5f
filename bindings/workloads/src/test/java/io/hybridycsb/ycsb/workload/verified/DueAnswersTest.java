package io.hybridycsb.ycsb.workload.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DueAnswersTest {
  private static final int BYTES = 1_000_000;

  private static Answer answer(String key, int bytes) {
    return new Answer("t", key, Optional.of(Map.of("f", new byte[bytes])), 1);
  }

  @Test
  void answersAreDueAfterTheDelayTogether() {
    long begunNs = System.nanoTime();
    DueAnswers due = new DueAnswers(50, 10);
    due.add(answer("a", 1));
    due.add(answer("b", 1));
    assertThat(due.take()).extracting(Answer::key).containsExactly("a", "b");
    assertThat(System.nanoTime() - begunNs)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
  }

  @Test
  void noMoreAreTakenTogetherThanMay() {
    DueAnswers due = new DueAnswers(0, 2);
    List.of("a", "b", "c").forEach(key -> due.add(answer(key, 1)));
    assertThat(due.take()).hasSize(2);
    assertThat(due.take()).hasSize(1);
  }

  @Test
  void atTheEndAllAreDueAndThenNoneIsLeft() {
    DueAnswers due = new DueAnswers(60_000, 10);
    due.add(answer("a", 1));
    due.end();
    assertThat(due.take()).hasSize(1);
    assertThat(due.take()).isEmpty();
  }

  @Test
  void aReaderWaitsWhileTooManyBytesAreDue() throws InterruptedException {
    DueAnswers due = new DueAnswers(60_000, 100);
    AtomicReference<Integer> added = new AtomicReference<>(0);
    Thread reader =
        new Thread(
            () -> {
              for (int i = 1; i <= 40; i++) {
                due.add(answer("k" + i, BYTES));
                added.set(i);
              }
            });
    reader.start();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> reader.getState() == Thread.State.TIMED_WAITING);
    assertThat(added.get()).isBetween(10, 20);
    due.end();
    int taken = 0;
    while (taken < 40) {
      taken += due.take().size();
    }
    reader.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(added.get()).isEqualTo(40);
  }
}
