package io.hybridycsb.harness.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Histories of a system whose scans are snapshots, in the order of the keys' bytes. */
class GoodScansTest {
  private static final String[] KEYS = {"a", "ab", "z", "\u00e4", "\uff5e", "\ud83d\ude00"};
  private static final int THREADS = 3;
  private static final int CALLS = 40;

  private final NavigableMap<String, String> there =
      new TreeMap<>(
          (one, other) -> Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8)));
  private final long[] idleNs = new long[THREADS];
  private TestHistory history;
  private Random random;

  /** Each call takes effect at its instant; the last thread is killed in its last write. */
  private RunHistory run(Random random) {
    this.random = random;
    TestHistory killed = TestHistory.of("killed");
    TestHistory others = TestHistory.of("others");
    there.clear();
    Arrays.fill(idleNs, 0);
    for (int i = 1; i <= CALLS; i++) {
      int thread = random.nextInt(THREADS);
      boolean isKilled = thread == THREADS - 1;
      history = isKilled ? killed : others;
      if (idleNs[thread] < i * 10) {
        call(thread, i * 10);
      }
    }
    there.put(KEYS[random.nextInt(KEYS.length)], "unrecorded");
    history = others;
    scan(1, (CALLS + 10) * 10, (CALLS + 11) * 10, KEYS[0]);
    return TestHistory.run(others.ended(), killed);
  }

  private void call(int thread, long instantNs) {
    long from = Math.max(idleNs[thread] + 1, instantNs - random.nextInt(60));
    long to = instantNs + random.nextInt(60);
    idleNs[thread] = to;
    String key = KEYS[random.nextInt(KEYS.length)];
    String value = "v" + instantNs;
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        there.put(key, value);
        history.ok(thread, from, to, "insert", key, value);
      }
      case 2 -> {
        there.remove(key);
        history.ok(thread, from, to, "delete", key, null);
      }
      case 3 -> history.call(thread, from, to, "insert", key, "ABORTED", value);
      default -> scan(thread, from, to, key);
    }
  }

  private void scan(int thread, long from, long to, String key) {
    int count = 1 + random.nextInt(KEYS.length + 1);
    String[] rows =
        there.tailMap(key, true).entrySet().stream()
            .limit(count)
            .map(row -> row.getKey() + "=" + row.getValue())
            .toArray(String[]::new);
    history.scan(thread, from, to, key, count, rows);
  }

  @Property(tries = 100)
  void areNeverBlamed(@ForAll long seed) {
    RunHistory history = run(new Random(seed));
    for (ScanModel scans : ScanModel.values()) {
      CheckReport report =
          new HistoryCheck(
                  new LinearizabilityChecker(), Model.LINEARIZABLE, scans, false, 1, (d, a) -> {})
              .run(history);
      assertThat(report.status()).as("%s %s", scans, report).isEqualTo(Status.HOLDS);
    }
  }
}
