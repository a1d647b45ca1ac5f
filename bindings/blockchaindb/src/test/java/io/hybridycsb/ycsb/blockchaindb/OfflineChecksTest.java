package io.hybridycsb.ycsb.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OfflineChecksTest {
  private static final long PATIENCE_MS = 60_000;
  private static final byte[] KEY = {1};
  private static final byte[] OTHER = {2};

  @Test
  void eachKeyThatWasReadIsCheckedBeforeTheEnd() throws Exception {
    Queue<Byte> checked = new ConcurrentLinkedQueue<>();
    try (OfflineChecks checks = new OfflineChecks(key -> checked.add(key[0]), PATIENCE_MS)) {
      checks.add(KEY);
      checks.add(OTHER);
      checks.add(KEY);
    }
    assertThat(checked).contains((byte) 1, (byte) 2);
  }

  @Test
  void aCheckThatFailsInWhateverWayIsToldAtTheEndAndTheOthersGoOn() throws Exception {
    Queue<Byte> checked = new ConcurrentLinkedQueue<>();
    OfflineChecks checks =
        new OfflineChecks(
            key -> {
              checked.add(key[0]);
              if (key[0] == 1) {
                throw new IllegalArgumentException();
              }
            },
            PATIENCE_MS);
    checks.add(KEY);
    checks.add(OTHER);

    assertThatIllegalStateException().isThrownBy(checks::close);
    assertThat(checked).contains((byte) 1, (byte) 2);
  }

  /** It was taken out of the queue, and is not done. */
  @Test
  void aCheckThatDoesNotEndIsNotCountedAsPassed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            key -> {
              begun.countDown();
              try {
                never.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            10);
    checks.add(KEY);
    assertThat(begun.await(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();

    assertThatIllegalStateException().isThrownBy(checks::close);
  }

  @Test
  void whereNothingWasReadThereIsNothingToTell() throws Exception {
    new OfflineChecks(
            key -> {
              throw new IllegalStateException();
            },
            PATIENCE_MS)
        .close();
  }
}
