package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.report.runs.SyntheticRuns;
import io.hybridycsb.harness.report.runs.TestRun;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String EVIL = "</p><script>alert(1)</script><img src=x onerror='x'>";

  @TempDir Path directory;

  private Path results() {
    return directory.resolve("results");
  }

  private void add(String place, TestRun run) {
    RunFiles.write(results().resolve(place), run.result());
  }

  private String page() throws IOException {
    return Files.readString(Report.write(List.of(results()), directory.resolve("out")).page());
  }

  @Test
  void everyKindOfExperimentBecomesFiguresWithFilesOfTheirOwn() throws IOException {
    new SyntheticRuns(results()).all();

    Report.Written written = Report.write(List.of(results()), directory.resolve("out"));

    assertThat(written.experiments()).isEqualTo(16);
    try (Stream<Path> files = Files.list(directory.resolve("out/figures"))) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(names).hasSize(2 * written.figures());
      assertThat(names).contains("fig05-clients-throughput.svg", "fig05-clients-throughput.csv");
    }
    String page = Files.readString(written.page());
    Matcher links = Pattern.compile("href=\"([^\"#]+)\"").matcher(page);
    int count = 0;
    while (links.find()) {
      assertThat(directory.resolve("out/index.html").toUri().resolve(links.group(1)))
          .satisfies(link -> assertThat(Path.of(link)).exists());
      count++;
    }
    assertThat(count).isEqualTo(2 * written.figures() + written.runs());
  }

  @Test
  void theOverviewSaysAtHowManyClientsThePublishedNumberWas() throws IOException {
    add("a", new TestRun().system("bigchaindb").clients(64));
    add("b", new TestRun().system("bigchaindb").clients(4).committed(500));

    assertThat(page())
        .containsPattern("published at</th>")
        .containsPattern("<td[^>]*>64 clients</td>")
        .containsPattern("<td[^>]*>175</td>\\s*<td[^>]*>4 clients</td>");
    assertThat(directory.resolve("out/figures/overview.csv"))
        .content()
        .contains("bigchaindb,64 clients,100,175,4 clients");
  }

  @Test
  void thatReadsOfBlockchainDbDoNotAskGethIsSaidWhereItWasMeasured() throws IOException {
    String ours = "answered by the node from its own copy of all records";
    add("a", new TestRun().system("veritas-kafka"));
    assertThat(page()).doesNotContain(ours);

    add("b", new TestRun().system("blockchaindb"));
    assertThat(page()).contains("each read is a call to geth", ours);
  }

  @Test
  void theProcessesOfASystemsBestPointAreAddedUpByRole() throws IOException {
    add("a", new TestRun().clients(4).committed(10).process("node1", "node", 9, 9));
    add(
        "b",
        new TestRun()
            .clients(64)
            .committed(100)
            .process("node1", "node", 1, 3000)
            .process("node2", "node", 2, 2000)
            .process("client1", "client", 0.5, 0));

    assertThat(page())
        .containsPattern("<td>clients 64</td>\\s*<td>node</td>\\s*<td[^>]*>2</td>\\s*<td[^>]*>30")
        .containsPattern("<td>clients 64</td>\\s*<td>client</td>\\s*<td[^>]*>1</td>\\s*<td[^>]*>5")
        .doesNotContain("<td>clients 4</td><td>node</td>");
  }

  @Test
  void thePageNeedsNoNetwork() throws IOException {
    add("a", new TestRun());

    assertThat(page())
        .doesNotContainPattern("(?i)(src|href)=\"(https?:)?//")
        .doesNotContainPattern("(?i)<link|@import|url\\(");
  }

  @Test
  void textsOfResultsAreNeverMarkup() throws IOException {
    add("a", new TestRun().failed(EVIL).warning(EVIL));
    add("b", new TestRun().system(EVIL).machine(EVIL).status(EVIL, 3));
    add("c", new TestRun().experiment("\"><script>", "\"><script>").clients(8));

    assertThat(page())
        .doesNotContain("<script>alert", "<img", "\"><script>")
        .contains("&lt;/p&gt;");
  }

  @Test
  void failedRunsAreListedWithTheirReason() throws IOException {
    add("a", new TestRun());
    add("b", new TestRun().repeat(2).failed("node3 has died"));

    assertThat(page()).contains("failed: node3 has died", "1 run failed and is not in the figures");
  }

  @Test
  void runsAreLinkedRelativelyToTheirFiles() throws IOException {
    add("fig05 clients/b c", new TestRun());

    assertThat(page()).contains("href=\"../results/fig05%20clients/b%20c/run.json\"");
  }

  @Test
  void thePageMayBeAFileOfAnyName() {
    add("a", new TestRun());

    Report.Written written = Report.write(List.of(results()), directory.resolve("x/my.html"));

    assertThat(written.page()).isEqualTo(directory.resolve("x/my.html")).exists();
    assertThat(directory.resolve("x/figures/fig05-clients-throughput.svg")).exists();
  }

  @Test
  void aFileThatCannotBeReadIsToldAndTheOthersAreShown() throws IOException {
    add("a", new TestRun());
    Files.createDirectories(results().resolve("b"));
    Files.writeString(results().resolve("b").resolve(RunResult.FILE), "{");

    assertThat(page()).contains("Some results could not be read");
  }

  @Test
  void whereThereAreNoResultsItSaysSo() throws IOException {
    Files.createDirectories(results());

    assertThatThrownBy(() -> Report.write(List.of(results()), directory.resolve("out")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no run.json");
    assertThatThrownBy(
            () -> Report.write(List.of(directory.resolve("none")), directory.resolve("out")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no");
  }

  @Test
  void theTimelineOfACrashIsDrawnWithItsEvents() throws IOException {
    add(
        "a",
        new TestRun()
            .experiment("crash", "")
            .counter("crash: second of the kill", 1)
            .counter("crash: seconds dead", 2));
    Files.writeString(
        results().resolve("a/timeline.csv"),
        "second,READ,UPDATE\n0,9,500\n1,9,480\n2,9,0\n3,9,450\n");

    assertThat(page()).contains("Over time", "killed", "restarted");
    assertThat(directory.resolve("out/figures/crash-timeline-veritas-kafka.csv"))
        .content()
        .contains("veritas-kafka,1,1,480", "veritas-kafka,1,2,0");
  }
}
