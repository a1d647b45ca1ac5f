package io.hybridycsb.veritas.core.read;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReadGateTest {
  private final ReadGate gate = new ReadGate();
  private final AtomicInteger runs = new AtomicInteger();

  private static CheckedTransaction writing(long timestamp, String... keys) {
    var transaction = at(timestamp);
    for (String key : keys) {
      transaction.put(key, "");
    }
    return transaction.checked();
  }

  private void read(String... keys) {
    gate.whenOpen(java.util.Arrays.stream(keys).map(k -> key(k)).toList(), runs::incrementAndGet);
  }

  @Test
  void aReadOfKeysThatNobodyWritesRunsAtOnce() {
    gate.close(writing(1, "a"));
    read("b", "c");
    assertThat(runs).hasValue(1);
  }

  @Test
  void aReadRunsOnceWhenAllWritersThatItFoundAreOpened() {
    gate.close(writing(1, "a"));
    gate.close(writing(2, "a", "b"));
    read("a", "b");
    gate.open(writing(1, "a"));
    assertThat(runs).hasValue(0);
    gate.open(writing(2, "a", "b"));
    assertThat(runs).hasValue(1);
  }

  @Test
  void laterWritersDoNotDelayARead() {
    gate.close(writing(1, "a"));
    read("a");
    gate.close(writing(2, "a"));
    gate.open(writing(1, "a"));
    assertThat(runs).hasValue(1);
    read("a");
    assertThat(runs).hasValue(1);
  }

  @Test
  void aRangeFindsJustTheClosedKeysInIt() {
    gate.close(writing(1, "a", "b", "c"));
    assertThat(gate.closedBetween(StateKey.of("t", "a"), StateKey.of("t", "c")))
        .containsExactlyInAnyOrder(key("a"), key("b"));
    gate.open(writing(1, "a", "b", "c"));
    assertThat(gate.closedBetween(StateKey.of("t", ""), StateKey.endOf("t"))).isEmpty();
  }

  /**
   * One writer closes and opens a key, as the replica does; readers come at any time. The count of
   * openings when a read runs must be at least that of closings when it arrived.
   */
  @Test
  void noReadOvertakesAWriterUnderConcurrency() throws Exception {
    int writes = 20_000;
    int readers = 3;
    int readsEach = 5_000;
    AtomicLong closed = new AtomicLong();
    AtomicLong opened = new AtomicLong();
    AtomicLong overtook = new AtomicLong();
    CountDownLatch answered = new CountDownLatch(readers * readsEach);
    ExecutorService pool = Executors.newFixedThreadPool(readers + 1);
    try {
      Future<?> writer =
          pool.submit(
              () -> {
                long underway = 0;
                for (long i = 1; i <= writes; i++) {
                  gate.close(writing(i, "a"));
                  closed.set(i);
                  underway++;
                  while (underway > 0 && (underway > 3 || i == writes)) {
                    opened.incrementAndGet();
                    gate.open(writing(i - underway + 1, "a"));
                    underway--;
                  }
                }
              });
      List<? extends Future<?>> readings =
          LongStream.range(0, readers)
              .mapToObj(
                  reader ->
                      pool.submit(
                          () -> {
                            for (int i = 0; i < readsEach; i++) {
                              long atArrival = closed.get();
                              gate.whenOpen(
                                  List.of(key("a"), key("b")),
                                  () -> {
                                    if (opened.get() < atArrival) {
                                      overtook.incrementAndGet();
                                    }
                                    answered.countDown();
                                  });
                              if (ThreadLocalRandom.current().nextInt(8) == 0) {
                                Thread.onSpinWait();
                              }
                            }
                          }))
              .toList();
      writer.get(60, TimeUnit.SECONDS);
      for (Future<?> reading : readings) {
        reading.get(60, TimeUnit.SECONDS);
      }
      assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(overtook).hasValue(0);
    } finally {
      pool.shutdownNow();
    }
  }
}
