package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedTest {
  private static final int THREADS = 16;
  private static final int PATIENCE_SECONDS = 60;

  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Shared<AutoCloseable> shared = new Shared<>();
  private final Callable<AutoCloseable> maker =
      () -> {
        made.incrementAndGet();
        return closed::incrementAndGet;
      };

  @Test
  void theFirstMakesItAndTheLastClosesIt() throws Exception {
    AutoCloseable first = shared.acquire(maker);
    assertThat(shared.acquire(maker)).isSameAs(first);
    shared.release();
    assertThat(closed).hasValue(0);
    shared.release();
    assertThat(closed).hasValue(1);
    assertThat(made).hasValue(1);
  }

  @Test
  void afterTheLastReleaseItIsMadeAnew() throws Exception {
    AutoCloseable first = shared.acquire(maker);
    shared.release();
    assertThat(shared.acquire(maker)).isNotSameAs(first);
    assertThat(made).hasValue(2);
  }

  @Test
  void aFailureToMakeItIsNotCountedAsAUse() throws Exception {
    assertThatIOException()
        .isThrownBy(
            () ->
                shared.acquire(
                    () -> {
                      throw new IOException("absent");
                    }))
        .withMessage("absent");
    assertThatIllegalStateException().isThrownBy(shared::release);
    shared.acquire(maker);
    shared.release();
    assertThat(closed).hasValue(1);
  }

  @Test
  void threadsThatComeAtOnceGetTheSameOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<AutoCloseable>> got = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        got.add(
            threads.submit(
                () -> {
                  start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                  return shared.acquire(maker);
                }));
      }
      AutoCloseable one = got.get(0).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      for (Future<AutoCloseable> other : got) {
        assertThat(other.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isSameAs(one);
      }
      for (int i = 0; i < THREADS; i++) {
        assertThat(closed).hasValue(0);
        shared.release();
      }
      assertThat(closed).hasValue(1);
      assertThat(made).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }
}
