package io.hybridycsb.ycsb.blockchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
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

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
