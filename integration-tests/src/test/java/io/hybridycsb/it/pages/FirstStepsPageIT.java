package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.pages.shell.PageShell;
import io.hybridycsb.it.release.Ended;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Types the commands of the first steps line by line, with longer time-outs than the defaults. */
@Tag("campaign")
@Tag("pages")
class FirstStepsPageIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int RECORDS = 1_000;

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void byHandEveryCommandDoesWhatTheLineBesideItSays() {
    List<String> commands = shell.commands("docs/first-steps.md: By hand");

    assertThat(commands).hasSize(11);
    for (String command : commands) {
      requireDone(command);
    }
    assertThat(shell.directory().resolve(".hybrid/veritas-kafka")).doesNotExist();
  }

  @Test
  void anExperimentIsRunAndReportedAndARecordedHistoryChecked() {
    List<String> commands = shell.commands("docs/first-steps.md: Experiments");

    assertThat(commands).hasSize(7);
    assertThat(shell.run(commands.get(0)).requireSuccess().out()).doesNotContain("FAILED");
    shell.run(commands.get(1)).requireSuccess();
    assertThat(shell.read("report/index.html")).contains("fig05-clients", "veritas-kafka");
    reports();
    comparisons();

    commands.subList(2, 5).forEach(command -> shell.run(command).requireSuccess());
    assertThat(shell.read("run.jsonl").lines()).hasSizeGreaterThan(RECORDS);
    commands.subList(5, 7).forEach(command -> shell.run(command).requireSuccess());
  }

  /** The quick results stand in for those of experiments that take hours. */
  private void reports() {
    shell
        .run(
            "cp -r results/quick results/full && cp -r results/full/fig05-clients"
                + " results/full/fig07-nodes")
        .requireSuccess();
    List<String> commands = shell.commands("docs/reports.md: Reports");
    assertThat(commands).hasSize(4);
    // Nothing may be written to the release's own pages.
    shell.run("rm docs && mkdir docs").requireSuccess();
    commands.forEach(command -> shell.run(command).requireSuccess());
    for (String page : List.of("report/index.html", "docs/results/index.html", "my.html")) {
      assertThat(shell.read(page)).contains("fig05-clients");
    }
    assertThat(shell.read("my-counters.html")).contains("fig05-clients");
    assertThat(shell.directory().resolve("report/figures.zip")).isNotEmptyFile();
  }

  /** A result is no worse than itself, and its quick runs have no repeats. */
  private void comparisons() {
    shell
        .run("cp -r results/quick results/before && cp -r results/quick results/after")
        .requireSuccess();
    List<String> commands = shell.commands("docs/comparing.md: Comparing results");
    assertThat(commands).hasSize(2);
    for (String command : commands) {
      assertThat(shell.run(command).requireSuccess().out()).contains("no regression");
    }
    assertThat(shell.read("comparison.json")).contains("\"verdict\" : \"single run\"");
  }

  private void requireDone(String command) {
    if (command.contains("hybrid get")) {
      // Another node than the one that has committed may lag for a moment.
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
