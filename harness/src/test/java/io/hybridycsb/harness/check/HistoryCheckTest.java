package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.linearizability.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCheckTest {
  private static final int RECORDS = 60;

  @TempDir private Path directory;

  /** Every third record has a stale read. */
  private RunHistory history() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "{\"history\":1,\"process\":\"p\",\"machine\":\"m\",\"begun_ns\":0,\"wall_clock_ms\":0}");
    for (int i = 0; i < RECORDS; i++) {
      lines.add(line(i, 10, "insert", "v1"));
      lines.add(line(i, 20, "update", "v2"));
      lines.add(line(i, 30, "read", i % 3 == 0 ? "v1" : "v2"));
    }
    lines.add("{\"ended_ns\":50}");
    return RunHistory.of(
        List.of(HistoryFile.read(Files.write(directory.resolve("history"), lines))));
  }

  private static String line(int record, int at, String op, String value) {
    return """
    {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t","key":"k%02d",\
    "status":"OK","fields":{"f":"%s"}}"""
        .formatted(at, at + 1, op, record, value);
  }

  private static CheckReport check(
      RunHistory history, int threads, HistoryCheck.Progress progress) {
    return new HistoryCheck(
            new LinearizabilityChecker(), Model.LINEARIZABLE, true, threads, progress)
        .run(history);
  }

  @Test
  void severalThreadsFindWhatOneFinds() throws Exception {
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
  void noMoreThreadsThanAskedForSearch() throws Exception {
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
