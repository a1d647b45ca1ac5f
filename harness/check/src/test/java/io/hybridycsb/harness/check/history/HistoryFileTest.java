package io.hybridycsb.harness.check.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.CheckTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  @TempDir Path directory;

  private Path history(long readEnds) throws IOException {
    String call =
        "{\"thread\":0,\"invoked_ns\":5,\"completed_ns\":%d,\"op\":\"%s\",\"table\":\"t\","
            + "\"key\":\"k\",\"status\":\"OK\",\"fields\":{\"f\":\"v\"}}\n";
    return Files.writeString(
        directory.resolve("history.jsonl"),
        "{\"history\":1,\"process\":\"1-a\",\"machine\":\"m\",\"begun_ns\":1}\n"
            + call.formatted(6, "insert")
            + call.formatted(readEnds, "read")
            + call.formatted(6, "update")
            + "{\"ended_ns\":9}\n");
  }

  @Test
  void onlyCallsOfTheOperationsAskedForAreKept() throws Exception {
    HistoryFile writes =
        HistoryFile.read(history(6), Set.of("insert", "update", "delete"), lines -> {});

    assertThat(writes.calls()).extracting(RecordedCall::op).containsExactly("insert", "update");
    assertThat(writes.isWhole()).isTrue();
    assertThat(HistoryFile.read(history(6)).calls()).hasSize(3);
  }

  @Test
  void damageIsAlsoFoundInCallsThatAreNotKept() throws Exception {
    Path damaged = history(4);

    assertThatThrownBy(() -> HistoryFile.read(damaged, Set.of("insert"), lines -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 3: completed_ns is before invoked_ns");
  }

  private static TestHistory transaction(String status, String writes) {
    return TestHistory.of("p")
        .line(
            """
            {"thread":0,"invoked_ns":1,"completed_ns":2,"op":"transaction","id":"t0",\
            "status":"%s","reads":[],"writes":[%s]}\
            """
                .formatted(status, writes));
  }

  private static String decided(String status, long completed) {
    return """
    {"thread":0,"completed_ns":%d,"op":"decided","id":"t0","status":"%s"}\
    """
        .formatted(completed, status);
  }

  @Test
  void aTransactionMayBeDecidedAfterItWasStillUnknown() {
    TestHistory history =
        transaction("UNKNOWN", "").line(decided("UNKNOWN", 3)).line(decided("OK", 4));

    assertThat(history.file().transactions())
        .singleElement()
        .matches(one -> one.isCommitted() && one.completedNs() == 4);
    history.line(decided("OK", 5));
    assertThatThrownBy(history::file).hasMessageContaining("line 5: decides 't0'");
  }

  @Test
  void aCommittedTransactionMayHaveDeletedNothing() {
    TestHistory history =
        transaction("BATCHED_OK", "{\"table\":\"t\",\"key\":\"a\",\"deleted\":true}")
            .line(decided("OK", 3));

    assertThat(history.file().transactions()).singleElement().matches(one -> one.isCommitted());
    TestHistory update = transaction("OK", "{\"table\":\"t\",\"key\":\"a\"}");
    assertThatThrownBy(update::file).hasMessageContaining("line 2: a write without its version");
  }

  @Test
  void aClientKilledWithinItsFirstLineHasRecordedNothing() {
    TestHistory cut = TestHistory.withHeader("{\"history\":1,\"process\":\"de");
    RunHistory run =
        TestHistory.run(cut, TestHistory.withHeader("{\"his"), transaction("OK", "").ended());

    assertThat(run.killedThreads().count()).isZero();
    assertThat(run.transactions()).hasSize(1);
    assertThat(CheckTexts.warnings(run))
        .hasSize(2)
        .allMatch(warning -> warning.contains("ends within its first line"));
    assertThatThrownBy(TestHistory.withHeader("hello")::file)
        .hasMessageContaining("the first line is not JSON");
    assertThatThrownBy(cut.ended()::file).hasMessageContaining("the first line is not JSON");
  }
}
