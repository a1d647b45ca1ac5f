package io.hybridycsb.harness.check.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
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
    HistoryFile writes = HistoryFile.read(history(6), Set.of("insert", "update", "delete"));

    assertThat(writes.calls()).extracting(RecordedCall::op).containsExactly("insert", "update");
    assertThat(writes.isWhole()).isTrue();
    assertThat(HistoryFile.read(history(6)).calls()).hasSize(3);
  }

  @Test
  void damageIsAlsoFoundInCallsThatAreNotKept() throws Exception {
    Path damaged = history(4);

    assertThatThrownBy(() -> HistoryFile.read(damaged, Set.of("insert")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 3: completed_ns is before invoked_ns");
  }
}
