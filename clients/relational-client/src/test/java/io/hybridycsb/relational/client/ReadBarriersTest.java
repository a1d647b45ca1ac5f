package io.hybridycsb.relational.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadBarriersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ReadBarriers barriers = new ReadBarriers();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger ordered = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static long deadline() {
    return System.nanoTime() + PATIENCE.toNanos();
  }

  private Future<Long> pass(CompletableFuture<Long> height) {
    return threads.submit(
        () ->
            barriers.pass(
                () -> {
                  ordered.incrementAndGet();
                  return height.join();
                },
                deadline()));
  }

  @Test
  void whoComesWhileOneIsUnderwayGetsTheNextAndSharesIt() throws Exception {
    CompletableFuture<Long> first = new CompletableFuture<>();
    Future<Long> alone = pass(first);
    Awaitility.await().atMost(PATIENCE).until(() -> ordered.get() == 1);
    CompletableFuture<Long> second = CompletableFuture.completedFuture(8L);
    Future<Long> one = pass(second);
    Future<Long> other = pass(second);
    assertThat(ordered).hasValue(1);

    first.complete(7L);
    assertThat(alone.get(1, TimeUnit.MINUTES)).isEqualTo(7);
    assertThat(one.get(1, TimeUnit.MINUTES)).isEqualTo(8);
    assertThat(other.get(1, TimeUnit.MINUTES)).isEqualTo(8);
  }

  @Test
  void whatFailedForOthersDoesNotFailTheNext() throws Exception {
    assertThatThrownBy(
            () ->
                barriers.pass(
                    () -> {
                      throw new RelationalException.Unavailable("nobody");
                    },
                    deadline()))
        .isInstanceOf(RelationalException.Unavailable.class)
        .hasMessageEndingWith("nobody");
    assertThat(barriers.pass(() -> 3, deadline())).isEqualTo(3);
  }
}
