package io.hybridycsb.it.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tests of lost nodes read of a history that is still written. */
class YcsbHistoryTest {
  @TempDir private Path dir;
  private final StringBuilder lines = new StringBuilder();
  private long now;

  /** One call after another; {@code fields} as in JSON. */
  private YcsbHistoryTest called(String op, String status, String fields) {
    long invoked = ++now;
    lines.append(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t",\
        "key":"k","status":"%s","fields":{%s}}
        """
            .formatted(invoked, ++now, op, status, fields));
    return this;
  }

  private YcsbHistory history() throws IOException {
    Path file = dir.resolve("history.jsonl");
    String first =
        """
        {"history":1,"process":"1","machine":"m","begun_ns":0,"wall_clock_ms":0}
        """;
    Files.writeString(file, first + lines + "{\"thr");
    return YcsbHistory.of(List.of(file, dir.resolve("of-a-run-that-has-not-begun")));
  }

  private YcsbHistoryTest inserted() {
    return called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
  }

  private YcsbHistoryTest updated(String status) {
    return called("update", status, "\"a\":\"a2\"");
  }

  @Test
  void onlyAcknowledgedWritesThatBeganLaterCountAsCommits() throws Exception {
    inserted();
    long then = now;
    updated("OK").updated("UNKNOWN").updated("ABORTED").called("read", "OK", "\"a\":\"a2\"");

    assertThat(history().commitsSince(then)).isEqualTo(1);
    assertThat(history().inserts()).isEqualTo(1);
  }
}
