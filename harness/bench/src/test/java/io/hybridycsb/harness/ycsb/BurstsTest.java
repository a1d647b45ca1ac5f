package io.hybridycsb.harness.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private static final int THREADS = 4;
  private static final int OPERATIONS = 50;
  private static final long DEADLINE_MS = 60_000;

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final List<Long> took = new CopyOnWriteArrayList<>();

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private Bursts bursts(long waitMs) {
    return new Bursts(THREADS, waitMs, took::add);
  }

  /** Has threads do so many operations each, to the end. */
  private void run(Bursts bursts, int[] operations, BooleanSupplier operation) throws Exception {
    List<Future<?>> threads = new ArrayList<>();
    for (int count : operations) {
      Bursts.Member member = bursts.member(count);
      threads.add(
          pool.submit(
              () -> {
                for (int i = 0; i < count; i++) {
                  member.take(operation);
                }
              }));
    }
    for (Future<?> thread : threads) {
      thread.get(DEADLINE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private static int[] each(int count) {
    int[] all = new int[THREADS];
    Arrays.fill(all, count);
    return all;
  }

  @Test
  void noOperationBeginsBeforeAllOfTheBurstBeforeHaveEnded() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger early = new AtomicInteger();

    run(
        bursts(DEADLINE_MS),
        each(OPERATIONS),
        () -> {
          int burst = begun.getAndIncrement() / THREADS;
          if (ended.get() < burst * THREADS) {
            early.incrementAndGet();
          }
          ended.incrementAndGet();
          return true;
        });

    assertThat(early).hasValue(0);
    assertThat(ended).hasValue(THREADS * OPERATIONS);
    assertThat(took).hasSize(OPERATIONS).allMatch(nanos -> nanos > 0);
  }

  /** Otherwise the first would wait for the others in vain. */
  @Test
  void allOperationsOfABurstAreUnderWayTogether() throws Exception {
    CyclicBarrier together = new CyclicBarrier(THREADS);

    run(
        bursts(DEADLINE_MS),
        each(OPERATIONS),
        () -> {
          try {
            together.await(DEADLINE_MS, TimeUnit.MILLISECONDS);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return true;
        });

    assertThat(took).hasSize(OPERATIONS);
  }

  @Test
  void threadsThatHaveDoneTheirSharesAreNotWaitedFor() throws Exception {
    run(bursts(DEADLINE_MS), new int[] {1, 3, 3, 5}, () -> true);

    assertThat(took).hasSize(5);
  }

  @Test
  void aThreadWhoseWorkloadEndsIsNotWaitedFor() throws Exception {
    AtomicInteger left = new AtomicInteger(1);

    run(bursts(DEADLINE_MS), each(1), () -> left.getAndDecrement() > 0);

    assertThat(took).hasSize(1);
  }

  @Test
  void theEndLetsAllGoThoughABurstIsNotWhole() throws Exception {
    Bursts bursts = bursts(DEADLINE_MS);
    AtomicInteger done = new AtomicInteger();
    Thread first = new Thread(() -> bursts.member(0).take(() -> done.incrementAndGet() > 0));
    first.start();
    Awaitility.await()
        .atMost(Duration.ofMillis(DEADLINE_MS))
        .until(() -> first.getState() == Thread.State.TIMED_WAITING);

    bursts.end();
    first.join(DEADLINE_MS);

    assertThat(first.isAlive()).isFalse();
    assertThat(done).hasValue(1);
    assertThat(took).isEmpty();
  }

  @Test
  void nobodyWaitsForeverForAThreadThatIsGone() {
    Bursts bursts = bursts(1);
    Future<?> alone = pool.submit(() -> bursts.member(0).take(() -> true));

    assertThatThrownBy(() -> alone.get(DEADLINE_MS, TimeUnit.MILLISECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining("a burst's other operations have not ended within 1 ms");
  }
}
