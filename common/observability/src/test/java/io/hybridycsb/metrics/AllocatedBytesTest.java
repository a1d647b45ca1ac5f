package io.hybridycsb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AllocatedBytesTest {
  private static final int BYTES = 8 << 20;

  @Test
  @Timeout(60)
  void whatAThreadHadMadeAtTheLastLookStillCountsAfterItsEnd() throws InterruptedException {
    AllocatedBytes allocated = AllocatedBytes.ofThisJvm().orElseThrow();
    long before = allocated.total();
    CountDownLatch made = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    byte[][] kept = new byte[1][];
    Thread thread =
        new Thread(
            () -> {
              kept[0] = new byte[BYTES];
              made.countDown();
              try {
                looked.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    made.await();
    long whileItLives = allocated.total();
    looked.countDown();
    thread.join();

    assertThat(kept[0]).hasSize(BYTES);
    assertThat(whileItLives - before).isGreaterThanOrEqualTo(BYTES);
    assertThat(allocated.total()).isGreaterThanOrEqualTo(whileItLives);
  }
}
