package io.hybridycsb.tso.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.tso.client.TimestampClient.LeaseTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TimestampCoalescerTest {
  private static final long LEASE_MS = 2;
  private static final long TIMEOUT_MS = 60_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final FakeOracle oracle = new FakeOracle();

  @AutoClose("shutdownNow")
  private final ExecutorService callers = Executors.newCachedThreadPool();

  @Test
  void concurrentCallersShareOneRequestAndItsReply() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 100);
    List<CompletableFuture<Long>> calls = callAsync(coalescer, 40);
    assertThat(oracle.sent).hasSize(1);
    oracle.answer(coalescer);
    await()
        .atMost(PATIENCE)
        .until(() -> calls.stream().filter(CompletableFuture::isDone).count() >= 1);
    // The first request was sent for the first caller; one more serves all that came since.
    await().atMost(PATIENCE).until(() -> oracle.requests() == 2);
    oracle.answer(coalescer);
    assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(PATIENCE));
    assertThat(calls.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(oracle.sent).hasSize(2);
  }

  @Test
  void hotCallerIsServedFromTheLeaseWithFewRequests() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 100);
    oracle.answerAtOnce = coalescer;
    long last = 0;
    for (int i = 0; i < 20_000; i++) {
      long timestamp = coalescer.next(TIMEOUT_MS);
      assertThat(timestamp).isGreaterThan(last);
      last = timestamp;
      nowNanos.addAndGet(10_000);
    }
    // 200 ms of calls: one request per half of a lease, and a few to learn the demand.
    assertThat(oracle.sent).hasSizeBetween(190, 230);
  }

  @Test
  void leaseIsRenewedBeforeItEndsAndNobodyWaits() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 100);
    oracle.answerAtOnce = coalescer;
    for (int i = 0; i < 100; i++) {
      coalescer.next(TIMEOUT_MS);
    }
    oracle.answerAtOnce = null;
    int requestsBefore = oracle.sent.size();
    nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(LEASE_MS) * 4 / 5);
    long last = coalescer.next(0);
    assertThat(oracle.sent).hasSize(requestsBefore + 1);
    assertThat(coalescer.next(0)).isEqualTo(last + 1);
    oracle.answer(coalescer);
    assertThat(oracle.sent).hasSize(requestsBefore + 1);
    assertThat(coalescer.next(0)).isGreaterThan(last + 1);
  }

  @Test
  void timestampOlderThanTheLeaseIsNeverHandedOut() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 100);
    oracle.answerAtOnce = coalescer;
    for (int i = 0; i < 100; i++) {
      coalescer.next(TIMEOUT_MS);
    }
    long fetchedBefore = oracle.granted;
    int requestsBefore = oracle.sent.size();
    nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(LEASE_MS));
    assertThat(coalescer.next(TIMEOUT_MS)).isGreaterThan(fetchedBefore);
    assertThat(oracle.sent).hasSize(requestsBefore + 1);
  }

  @Test
  void seldomCallerStopsFetchingAhead() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 100);
    oracle.answerAtOnce = coalescer;
    for (int i = 0; i < 1_000; i++) {
      coalescer.next(TIMEOUT_MS);
    }
    for (int i = 0; i < 30; i++) {
      nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      coalescer.next(TIMEOUT_MS);
    }
    assertThat(oracle.sent.get(oracle.sent.size() - 1)[1]).isEqualTo(1);
  }

  @Test
  void nothingIsLeasedWhenLeasesAreOff() {
    TimestampCoalescer coalescer = coalescer(0, 100);
    oracle.answerAtOnce = coalescer;
    for (int i = 1; i <= 50; i++) {
      assertThat(coalescer.next(TIMEOUT_MS)).isEqualTo(i);
      assertThat(oracle.sent).hasSize(i);
    }
  }

  @Test
  void requestsNeverExceedTheBound() {
    TimestampCoalescer coalescer = coalescer(60_000, 100);
    oracle.answerAtOnce = coalescer;
    for (int i = 0; i < 200_000; i++) {
      coalescer.next(TIMEOUT_MS);
    }
    assertThat(oracle.sent)
        .allSatisfy(sent -> assertThat(sent[1]).isBetween(1L, (long) AllocateMethod.MAX_COUNT));
  }

  @Test
  void fullQueueIsRefusedAtOnceAndNamesTheBound() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 3);
    callAsync(coalescer, 3);
    assertThatThrownBy(() -> coalescer.next(TIMEOUT_MS))
        .isInstanceOf(TimestampOracleException.class)
        .hasMessageContaining("oracle:1")
        .hasMessageContaining("3 callers are waiting already");
  }

  @Test
  void deadlineEndsACallAndTheMessageSaysWhy() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 3);
    coalescer.onTrouble("connection refused");
    assertThatThrownBy(() -> coalescer.next(0))
        .isInstanceOf(TimestampOracleException.class)
        .hasMessage("no timestamp from oracle:1: none within 0 ms: connection refused");
    // Its place in the queue is free again.
    callAsync(coalescer, 3);
  }

  @Test
  void replyThatGoesBackIsRefusedAndNothingOfItHandedOut() {
    TimestampCoalescer coalescer = coalescer(0, 10);
    oracle.answerAtOnce = coalescer;
    for (int i = 0; i < 5; i++) {
      coalescer.next(TIMEOUT_MS);
    }
    oracle.answerAtOnce = null;
    List<CompletableFuture<Long>> calls = callAsync(coalescer, 1);
    long[] request = oracle.last();
    assertThat(coalescer.onReply(request[0], 5, 1)).isEqualTo("timestamps went back from 5 to 5");
    assertThat(coalescer.onReply(request[0], 6, 2)).contains("got 2 timestamps");
    assertThat(calls.get(0)).isNotDone();
    assertThat(coalescer.onReply(request[0], 6, 1)).isEmpty();
    assertThat(calls.get(0)).succeedsWithin(PATIENCE).isEqualTo(6L);
  }

  @Test
  void replyToAnotherRequestIsIgnored() {
    TimestampCoalescer coalescer = coalescer(0, 10);
    List<CompletableFuture<Long>> calls = callAsync(coalescer, 1);
    coalescer.onReply(oracle.last()[0] + 1, 100, 1);
    assertThat(calls.get(0)).isNotDone();
    oracle.answer(coalescer);
    assertThat(calls.get(0)).succeedsWithin(PATIENCE).isEqualTo(1L);
  }

  @Test
  void closingFailsWaitingAndLaterCallers() {
    TimestampCoalescer coalescer = coalescer(LEASE_MS, 10);
    List<CompletableFuture<Long>> calls = callAsync(coalescer, 2);
    coalescer.close();
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThat(call)
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withMessageContaining("the client is closed"));
    oracle.answer(coalescer);
    assertThatThrownBy(() -> coalescer.next(TIMEOUT_MS)).hasMessageContaining("closed");
  }

  private TimestampCoalescer coalescer(long leaseMs, int waitingMax) {
    LeaseTime leaseTime = new LeaseTime(new TimestampClient.Options(leaseMs, leaseMs, waitingMax));
    return new TimestampCoalescer("oracle:1", oracle, leaseTime, waitingMax, nowNanos::get);
  }

  /** Starts callers and returns when all of them wait, and a request for them has been sent. */
  private List<CompletableFuture<Long>> callAsync(TimestampCoalescer coalescer, int count) {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(CompletableFuture.supplyAsync(() -> coalescer.next(TIMEOUT_MS), callers));
    }
    await().atMost(PATIENCE).until(() -> coalescer.waiting() == count);
    await().atMost(PATIENCE).until(() -> oracle.requests() == coalescer.requestsSent());
    return calls;
  }

  /** Answers requests by hand, or at once on the caller's thread. */
  private static final class FakeOracle implements TimestampCoalescer.Requests {
    final List<long[]> sent = new ArrayList<>();
    long granted;
    TimestampCoalescer answerAtOnce;

    @Override
    public synchronized void send(long id, int count) {
      sent.add(new long[] {id, count});
      if (answerAtOnce != null) {
        answer(answerAtOnce);
      }
    }

    synchronized int requests() {
      return sent.size();
    }

    synchronized long[] last() {
      return sent.get(sent.size() - 1);
    }

    synchronized void answer(TimestampCoalescer coalescer) {
      long[] request = last();
      long first = granted + 1;
      granted += request[1];
      coalescer.onReply(request[0], first, (int) request[1]);
    }
  }
}
