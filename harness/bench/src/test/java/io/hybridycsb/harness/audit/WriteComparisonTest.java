package io.hybridycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.RecordedWrites.Kept;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WriteComparisonTest {
  /** Tells the counts one after another, and the last of them from then on. */
  private record Counts(Kept kept, Deque<Map<String, Long>> readings) implements RecordedWrites {
    @SafeVarargs
    static Counts of(Kept kept, Map<String, Long>... readings) {
      return new Counts(kept, new ArrayDeque<>(List.of(readings)));
    }

    @Override
    public String what() {
      return "revisions";
    }

    @Override
    public SortedMap<String, Long> read() throws IOException {
      Map<String, Long> next = readings.size() > 1 ? readings.remove() : readings.getFirst();
      if (next.isEmpty()) {
        throw new IOException("node1 is not there");
      }
      return new TreeMap<>(next);
    }
  }

  private static WriteComparison begin(RecordedWrites source) throws InterruptedException {
    return begin(source, Duration.ofMillis(300));
  }

  private static WriteComparison begin(RecordedWrites source, Duration behindMax)
      throws InterruptedException {
    return WriteComparison.begin(Optional.of(source), behindMax, Duration.ofMillis(200));
  }

  private static List<YcsbReport> told(String... lines) {
    return List.of(
        YcsbReport.parse("[OVERALL], RunTime(ms), 1\n" + String.join("\n", lines) + "\n"));
  }

  @Test
  void whatServersRecordedBeforeTheFirstWriteIsNotCounted() throws Exception {
    WriteComparison writes =
        begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 7L), Map.of("node1", 12L)));

    writes.add(told("[INSERT], Return=OK, 3", "[READ], Return=OK, 100"), false);
    writes.add(told("[UPDATE], Return=OK, 2", "[UPDATE], Return=ABORTED, 9"), false);

    Recorded recorded = writes.compare(Set.of());
    assertThat(recorded.acknowledged()).isEqualTo(5);
    assertThat(recorded.servers()).isEqualTo(Map.of("node1", 5L));
    assertThat(recorded.inWords())
        .isEqualTo(
            "5 writes acknowledged since the load began; 5 recorded by node1 (only counted:"
                + " revisions)");
  }

  @Test
  void transactionsAreNotComparedSinceSomeOnlyRead() throws Exception {
    WriteComparison writes =
        begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of("node1", 4L)));

    writes.add(told("[INSERT], Return=OK, 3"), false);
    writes.add(told("[TRANSACTION], Return=OK, 2"), false);

    assertThat(writes.compare(Set.of()).notCompared())
        .isEqualTo("some transactions only read, and their clients don't tell which");
  }

  @Test
  void aServerThatIsBehindIsWaitedFor() throws Exception {
    WriteComparison writes =
        begin(
            Counts.of(
                Kept.BY_ALL_FOREVER,
                Map.of("node1", 0L, "node2", 0L),
                Map.of("node1", 5L, "node2", 3L),
                Map.of("node1", 5L, "node2", 5L)),
            Duration.ofMinutes(1));

    writes.add(told("[UPDATE], Return=OK, 5"), false);

    assertThat(writes.compare(Set.of()).servers()).isEqualTo(Map.of("node1", 5L, "node2", 5L));
  }

  @Test
  void anAcknowledgedWriteThatAServerHasNotRecordedIsAFailure() throws Exception {
    WriteComparison writes =
        begin(
            Counts.of(
                Kept.BY_ALL_FOREVER,
                Map.of("node1", 0L, "node2", 0L),
                Map.of("node1", 5L, "node2", 4L)));

    writes.add(told("[UPDATE], Return=OK, 5"), false);

    assertThatThrownBy(() -> writes.compare(Set.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "clients were told of 5 committed writes; servers have recorded {node1=5, node2=4}"
                + " (revisions)");
  }

  @Test
  void aRecordedWriteThatNoClientMadeIsAFailure() throws Exception {
    WriteComparison writes =
        begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of("node1", 8L)));

    writes.add(told("[UPDATE], Return=OK, 5", "[UPDATE], Return=UNKNOWN, 2"), false);

    assertThatThrownBy(() -> writes.compare(Set.of()))
        .hasMessageContaining("5 committed writes, and of 2 without a known outcome")
        .hasMessageContaining("{node1=8}");
  }

  /** As a check of the histories finds it: it takes such a write for one without effect. */
  @Test
  void aRecordedWriteThatItsClientWasToldHasNoEffectIsAFailure() throws Exception {
    for (String status :
        List.of(
            "ABORTED",
            "BAD_REQUEST",
            "FORBIDDEN",
            "NOT_FOUND",
            "NOT_IMPLEMENTED",
            "SERVICE_UNAVAILABLE")) {
      WriteComparison writes =
          begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of("node1", 6L)));

      writes.add(told("[UPDATE], Return=OK, 5", "[UPDATE], Return=%s, 1".formatted(status)), false);

      assertThatThrownBy(() -> writes.compare(Set.of()))
          .as(status)
          .hasMessageContaining("told of 5 committed writes; servers have recorded {node1=6}");
    }
  }

  @Test
  void aWriteWithoutAKnownOutcomeMayHaveBeenRecordedOrNot() throws Exception {
    for (long count = 5; count <= 7; count++) {
      WriteComparison writes =
          begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of("node1", count)));

      writes.add(
          told(
              "[UPDATE], Return=OK, 5", "[UPDATE], Return=UNKNOWN, 1", "[UPDATE], Return=ERROR, 1"),
          false);

      assertThat(writes.compare(Set.of()).undecided()).isEqualTo(2);
    }
  }

  @Test
  void aWriteThatWasOnlyAcceptedNeedNotBeRecordedAndIsNotCalledAcknowledged() throws Exception {
    WriteComparison writes =
        begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of("node1", 3L)));

    writes.add(told("[UPDATE], Return=OK, 5"), true);

    Recorded recorded = writes.compare(Set.of());
    assertThat(recorded.acknowledged()).isZero();
    assertThat(recorded.undecided()).isEqualTo(5);
    assertThat(recorded.servers()).isEqualTo(Map.of("node1", 3L));
  }

  @Test
  void theWritesOfServersThatCountTheirOwnAreAddedUp() throws Exception {
    WriteComparison writes =
        begin(
            Counts.of(
                Kept.BY_ONE_SINCE_START,
                Map.of("node1", 1L, "node2", 0L),
                Map.of("node1", 3L, "node2", 3L)));

    writes.add(told("[UPDATE], Return=OK, 5"), false);

    assertThat(writes.compare(Set.of()).servers()).isEqualTo(Map.of("node1+node2", 5L));
  }

  @Test
  void aServerWhoseCounterBeganAnewIsLeftOut() throws Exception {
    WriteComparison writes =
        begin(
            Counts.of(
                Kept.BY_ALL_SINCE_START,
                Map.of("node1", 0L, "node2", 0L),
                Map.of("node1", 5L, "node2", 1L)));

    writes.add(told("[UPDATE], Return=OK, 5"), false);

    assertThat(writes.compare(Set.of("node2", "redis2")).servers()).isEqualTo(Map.of("node1", 5L));
  }

  @Test
  void whatCannotBeComparedSaysWhy() throws Exception {
    WriteComparison own =
        begin(Counts.of(Kept.BY_ONE_SINCE_START, Map.of("node1", 0L, "node2", 0L)));
    WriteComparison all = begin(Counts.of(Kept.BY_ALL_SINCE_START, Map.of("node1", 0L)));
    WriteComparison none = WriteComparison.begin(Optional.empty());

    assertThat(own.compare(Set.of("node2")).notCompared())
        .isEqualTo("counters started again in node2");
    assertThat(all.compare(Set.of("node1")).notCompared())
        .isEqualTo("counters started again in node1");
    assertThat(none.compare(Set.of()).inWords())
        .isEqualTo(
            "0 writes acknowledged since the load began; not compared with the servers: no"
                + " server tells how many writes it has recorded");
  }

  @Test
  void aServerThatCannotBeAskedIsAFailure() throws Exception {
    WriteComparison writes = begin(Counts.of(Kept.BY_ALL_FOREVER, Map.of("node1", 0L), Map.of()));

    assertThatThrownBy(() -> writes.compare(Set.of()))
        .hasMessage("the servers' counts of recorded writes cannot be read: node1 is not there");
  }

  @Test
  void anAuditThatFindsOtherWritesInTheLedgerIsAFailure() throws Exception {
    WriteComparison writes = WriteComparison.begin(Optional.empty());
    writes.add(told("[UPDATE], Return=OK, 5"), false);

    assertThatCode(() -> writes.requireSame(audit(true, "committed writes: 5", "audit passed")))
        .doesNotThrowAnyException();
    assertThatCode(() -> writes.requireSame(audit(true, "audit passed: it counts none")))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> writes.requireSame(audit(true, "committed transactions: 4", "audit passed")))
        .hasMessage("clients were told of 5 committed writes; the audit has found 4 in the ledger");
    assertThatThrownBy(() -> writes.requireSame(audit(false, "audit FAILED: 2 findings")))
        .hasMessage("its audit FAILED: 2 findings");
  }

  private static AuditResult audit(boolean passed, String... said) {
    return new AuditResult(passed, List.of(said));
  }
}
