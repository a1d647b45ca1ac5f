package io.hybridycsb.harness.check.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.TestHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Histories of a database that runs one transaction after another, of which clients that were
 * killed or don't know an outcome have not recorded all.
 */
class KeptHistoriesTest {
  private static final List<String> KEYS = List.of("a", "b");
  private static final int CLIENTS = 3;

  /**
   * A transaction to be.
   *
   * @param effectNs when it takes effect; it has read an old state if it takes none
   * @param isRecorded false for the last one of a client that was killed
   */
  private record Plan(
      int client, String status, long from, long to, long effectNs, boolean isRecorded) {
    boolean isKnown() {
      return status.equals("OK") || status.equals("ABORTED");
    }
  }

  /** What a history has so far. */
  private static final class Run {
    final Map<String, Long> newest = new TreeMap<>();
    final List<Map<String, Long>> states = new ArrayList<>();
    final List<List<String>> lines = new ArrayList<>();
    boolean hasDelete;
    boolean hasDeleteOfKilled;
  }

  @Property(tries = 300)
  void aHistoryThatKeepsToAnOrderIsNeverViolated(@ForAll long seed) {
    Random random = new Random(seed);
    boolean isFromEmpty = random.nextBoolean();
    Run run = new Run();
    Map<String, Long> first = new TreeMap<>();
    for (String key : KEYS) {
      if (!isFromEmpty && random.nextBoolean()) {
        first.put(key, 1L + random.nextInt(3));
      }
    }
    run.newest.putAll(first);
    run.states.add(first);
    boolean[] killed = new boolean[CLIENTS];
    List<Plan> plans = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      killed[client] = random.nextInt(3) == 0;
      plans.addAll(plans(random, client, killed[client]));
      run.lines.add(new ArrayList<>());
    }
    plans.sort(Comparator.comparingLong(Plan::effectNs));
    plans.forEach(plan -> add(random, run, plan));
    TestHistory[] files = new TestHistory[CLIENTS];
    for (int client = 0; client < CLIENTS; client++) {
      files[client] = TransactionLines.of("p" + client);
      run.lines.get(client).forEach(files[client]::line);
      if (!killed[client]) {
        files[client].ended();
      }
    }
    if (run.hasDelete || !run.hasDeleteOfKilled) {
      TransactionReport report = TransactionReport.of(TestHistory.run(files), isFromEmpty);
      assertThat(report.strict().status())
          .as("%s of %s, at first %s", report, run.lines, first)
          .isNotEqualTo(Status.VIOLATED);
      assertThat(report.serializable().status()).isNotEqualTo(Status.VIOLATED);
    }
  }

  private static List<Plan> plans(Random random, int client, boolean isKilled) {
    List<Plan> plans = new ArrayList<>();
    long idleNs = 0;
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      long from = idleNs + 1 + random.nextInt(30);
      long to = from + 1 + random.nextInt(60);
      boolean isLost = isKilled && i == count - 1;
      String status =
          List.of("OK", "OK", "UNKNOWN", "BATCHED_OK", "ABORTED").get(random.nextInt(5));
      long latestNs = isLost || status.equals("UNKNOWN") || status.equals("BATCHED_OK") ? 300 : to;
      long effectNs = from + random.nextLong(Math.max(1, latestNs - from));
      plans.add(new Plan(client, isLost ? "UNKNOWN" : status, from, to, effectNs, !isLost));
      idleNs = to;
    }
    return plans;
  }

  private static void add(Random random, Run run, Plan plan) {
    boolean hasEffect = plan.status().equals("OK") || (!plan.isKnown() && random.nextInt(4) > 0);
    boolean hasVersions = plan.isKnown() || random.nextBoolean();
    int last = run.states.size() - 1;
    Map<String, Long> seen = run.states.get(hasEffect ? last : random.nextInt(last + 1));
    Map<String, Long> then = new TreeMap<>(run.states.get(last));
    StringBuilder reads = new StringBuilder();
    StringBuilder writes = new StringBuilder();
    StringBuilder rows = new StringBuilder();
    seen.forEach((key, version) -> rows.append(key).append(version).append(' '));
    for (String key : KEYS) {
      if (random.nextBoolean()) {
        reads.append(key).append(seen.getOrDefault(key, 0L)).append(' ');
      }
      if (random.nextInt(5) < 2) {
        long version = run.newest.merge(key, 1L + random.nextInt(2), Long::sum);
        boolean isDelete = random.nextInt(3) == 0;
        writes.append(isDelete ? "-" : "").append(key);
        writes.append(hasVersions ? version : "?").append(' ');
        run.hasDelete |= isDelete && plan.isRecorded();
        run.hasDeleteOfKilled |= isDelete && !plan.isRecorded();
        then.put(key, version);
        if (isDelete) {
          then.remove(key);
        }
      }
    }
    if (hasEffect) {
      run.states.add(then);
    }
    if (plan.isRecorded()) {
      int number = run.lines.stream().mapToInt(List::size).sum();
      run.lines
          .get(plan.client())
          .add(
              TransactionLines.line(
                  "t" + number,
                  plan.status(),
                  plan.from(),
                  plan.to(),
                  reads.toString(),
                  writes.toString(),
                  random.nextInt(4) == 0 ? rows.toString() : null));
    }
  }
}
