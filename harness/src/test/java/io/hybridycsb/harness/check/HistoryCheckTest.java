package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.linearizability.Model;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class HistoryCheckTest {
  private static final int RECORDS = 60;

  /** Every third record has a stale read. */
  private static RunHistory history() {
    TestHistory history = TestHistory.of("p");
    for (int i = 0; i < RECORDS; i++) {
      String key = "k%02d".formatted(i);
      history.ok(0, 10, 11, "insert", key, "v1");
      history.ok(0, 20, 21, "update", key, "v2");
      history.ok(0, 30, 31, "read", key, i % 3 == 0 ? "v1" : "v2");
    }
    return history.ended().run();
  }

  private static CheckReport check(
      RunHistory history, int threads, HistoryCheck.Progress progress) {
    return new HistoryCheck(
            new LinearizabilityChecker(),
            Model.LINEARIZABLE,
            ScanModel.COMMITTED,
            true,
            threads,
            progress)
        .run(history);
  }

  @Test
  void severalThreadsFindWhatOneFinds() {
    CheckReport one = check(history(), 1, (done, all) -> {});
    CheckReport several = check(history(), 4, (done, all) -> {});

    assertThat(several.violated()).isEqualTo(one.violated()).hasSize(RECORDS / 3).isSorted();
    assertThat(several.stale()).isEqualTo(one.stale());
    assertThat(several.weaker())
        .isEqualTo(one.weaker())
        .containsEntry(Model.COMMITTED, Status.HOLDS);
    assertThat(several.counterexamples()).isEqualTo(one.counterexamples());
  }

  @Test
  void noMoreThreadsThanAskedForSearch() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Set<Long> done = ConcurrentHashMap.newKeySet();

    check(
        history(),
        2,
        (count, all) -> {
          threads.add(Thread.currentThread());
          done.add(count);
          assertThat(all).isEqualTo(RECORDS);
        });

    assertThat(threads).hasSizeBetween(1, 2).doesNotContain(Thread.currentThread());
    assertThat(done).hasSize(RECORDS);
  }
}
