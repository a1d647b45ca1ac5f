package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.results.ProcessCost.ContextSwitches;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ThreadSwitchesTest {
  private static final Map<String, Long> THIS =
      Map.of("this", ProcessHandle.current().pid(), "stopped", 0L);

  private static ThreadSwitches of(Map<Long, ContextSwitches> threads) {
    return new ThreadSwitches(Map.of("node1", threads));
  }

  @Test
  void aThreadCountsFromTheEarlierMomentOnAndALaterOneFromItsBegin() {
    ThreadSwitches begin =
        of(
            Map.of(
                1L, new ContextSwitches(100, 10),
                2L, new ContextSwitches(900, 90),
                3L, new ContextSwitches(50, 5)));
    ThreadSwitches end =
        of(
            Map.of(
                1L, new ContextSwitches(107, 12),
                2L, new ContextSwitches(40, 4),
                4L, new ContextSwitches(3, 1)));

    assertThat(end.since(begin, "node1")).contains(new ContextSwitches(50, 7));
    assertThat(end.since(begin, "node2")).isEmpty();
    assertThat(end.since(ThreadSwitches.UNKNOWN, "node1")).isEmpty();
  }

  @Test
  void theKernelsFileOfAThreadIsRead() {
    assertThat(
            ThreadSwitches.read(
                """
                Name:\tjava
                State:\tS (sleeping)
                voluntary_ctxt_switches:\t4711
                nonvoluntary_ctxt_switches:\t12
                """))
        .contains(new ContextSwitches(4711, 12));
    assertThat(ThreadSwitches.read("Name:\tjava\n")).isEmpty();
  }

  @Test
  @Timeout(60)
  void threadsThatWaitForEachOtherAreSeenToSwitch() throws InterruptedException {
    ThreadSwitches begin = ThreadSwitches.of(THIS);
    assumeTrue(!begin.ofThreads().get("this").isEmpty(), "there is no /proc");
    int turns = 200;
    SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    Thread other =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < turns; i++) {
                  queue.put(i);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.start();
    for (int i = 0; i < turns; i++) {
      queue.take();
    }
    other.join();

    ThreadSwitches end = ThreadSwitches.of(THIS);
    assertThat(end.since(begin, "this").orElseThrow().all()).isPositive();
    assertThat(end.since(begin, "stopped")).isEmpty();
  }
}
