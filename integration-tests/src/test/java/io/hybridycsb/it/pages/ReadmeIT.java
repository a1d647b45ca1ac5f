package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.ycsb.YcsbReport;
import io.hybridycsb.it.Ended;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the README tells to type, typed line by line. */
class ReadmeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int RECORDS = 1_000;

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void byHandEveryCommandDoesWhatTheLineBesideItSays() {
    List<String> commands = shell.commands("README.md: By hand");

    assertThat(commands).hasSize(11);
    for (String command : commands) {
      requireDone(command);
    }
    assertThat(shell.directory().resolve(".hybrid/veritas-kafka")).doesNotExist();
  }

  private void requireDone(String command) {
    if (command.contains("hybrid get")) {
      // A node other than the one that has committed may be a moment behind.
      await()
          .atMost(TIMEOUT)
          .untilAsserted(() -> assertThat(shell.run(command).out()).contains("field0=hello"));
      return;
    }
    Ended ended = shell.run(command).requireSuccess();
    if (command.contains("hybrid up")) {
      assertThat(ended.out()).contains("veritas-kafka is up");
    } else if (command.contains("hybrid status")) {
      assertThat(ended.out()).contains("node4", "tso").doesNotContain("dead");
    } else if (command.contains("hybrid verify")) {
      assertThat(ended.out()).contains("field0=hello", "verified at height", "signed by 4 nodes");
    } else if (command.contains("ycsb load")) {
      assertThat(YcsbReport.parse(ended.out()).committed()).isEqualTo(RECORDS);
    } else if (command.contains("ycsb run")) {
      YcsbReport report = YcsbReport.parse(ended.out());
      assertThat(report.attempted()).isEqualTo(RECORDS);
      assertThat(report.uncommitted().keySet()).isSubsetOf("ABORTED");
    } else if (command.contains("hybrid audit")) {
      assertThat(ended.out()).contains("audit passed: 4 nodes", "1001 records");
    }
  }
}
