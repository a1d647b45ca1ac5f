package io.hybridycsb.ycsb.blockchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OfflineChecksTest {
  private static final long AMPLE_MS = 50_000;

  private final Set<String> checked = ConcurrentHashMap.newKeySet();

  private void check(byte[] key) {
    String name = new String(key, UTF_8);
    checked.add(name);
    if (name.startsWith("bad")) {
      throw new IllegalArgumentException(name + " cannot be read");
    }
  }

  private static byte[] key(String name) {
    return name.getBytes(UTF_8);
  }

  @Test
  void allThatWasReadIsCheckedBeforeTheEnd() throws Exception {
    OfflineChecks checks = new OfflineChecks(this::check, AMPLE_MS);
    for (int i = 0; i < 5_000; i++) {
      checks.add(key("good" + i % 1_500));
    }
    checks.close();
    assertThat(checked).hasSize(1_500);
  }

  @Test
  void aCheckThatFailsUnexpectedlyFailsTheEndAndTheOthersAreMade() throws Exception {
    OfflineChecks checks = new OfflineChecks(this::check, AMPLE_MS);
    checks.add(key("bad"));
    for (int i = 0; i < 2_000; i++) {
      checks.add(key("good" + i));
    }
    assertThatIllegalStateException().isThrownBy(checks::close);
    assertThat(checked).hasSize(2_001);
  }

  @Test
  void aCheckThatIsStillUnderWayAtTheEndHasNotPassed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            key -> {
              begun.countDown();
              awaitQuietly(never);
            },
            100);
    checks.add(key("slow"));
    begun.await();
    assertThatIllegalStateException().isThrownBy(checks::close);
  }

  @Test
  void aRecordThatWaitsForItsCheckIsCheckedOnceHoweverOftenItIsRead() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger ofOne = new AtomicInteger();
    OfflineChecks checks =
        new OfflineChecks(
            key -> {
              awaitQuietly(go);
              if (new String(key, UTF_8).equals("one")) {
                ofOne.incrementAndGet();
              }
            },
            AMPLE_MS);
    occupyAll(checks);
    for (int i = 0; i < 1_000; i++) {
      checks.add(key("one"));
    }
    go.countDown();
    checks.close();
    assertThat(ofOne).hasValue(1);
  }

  @Test
  void aReadOfMoreKeysThanCanBeCheckedWaitsUntilOneIs() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    OfflineChecks checks = full(go, AMPLE_MS);
    FutureTask<Void> more =
        new FutureTask<>(
            () -> {
              checks.add(key("one more"));
              return null;
            });
    Thread reader = new Thread(more);
    reader.start();
    await().until(() -> reader.getState() == Thread.State.TIMED_WAITING);
    go.countDown();
    more.get();
    checks.close();
  }

  @Test
  void aReadThatWaitsForChecksThatNeverEndFails() throws Exception {
    OfflineChecks checks = full(new CountDownLatch(1), 100);
    assertThatIllegalStateException()
        .isThrownBy(() -> checks.add(key("one more")))
        .withMessage("offline verification makes no progress");
  }

  /** All checks wait for the latch, and as many keys for a check as may. */
  private static OfflineChecks full(CountDownLatch latch, long timeoutMs) throws Exception {
    CountDownLatch begun = new CountDownLatch(OfflineChecks.CHECKERS);
    OfflineChecks checks =
        new OfflineChecks(
            key -> {
              begun.countDown();
              awaitQuietly(latch);
            },
            timeoutMs);
    occupyAll(checks);
    begun.await();
    for (int i = 0; i < OfflineChecks.WAITING_MAX; i++) {
      checks.add(key("waiting" + i));
    }
    return checks;
  }

  private static void occupyAll(OfflineChecks checks) throws InterruptedException {
    for (int i = 0; i < OfflineChecks.CHECKERS; i++) {
      checks.add(key("other" + i));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
