package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
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
    return Files.readString(written().page());
  }

  private String counters() throws IOException {
    return Files.readString(written().counters());
  }

  private Report.Written written() {
    return Report.write(List.of(results()), directory.resolve("out"), false);
  }

  /** A file of the report's archive. */
  private String archived(String name) throws IOException {
    Path archive =
        Report.write(List.of(results()), directory.resolve("out"), true).archive().orElseThrow();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return new String(
          zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void onlyTheArchiveHasFiguresAsFilesAndResults() throws IOException {
    add("a", new TestRun());

    assertThat(names(written().page().getParent()))
        .containsExactlyInAnyOrder("index.html", "counters.html");
    assertThat(archived("figures/fig05-clients-throughput.csv")).contains("measured,veritas-kafka");
    assertThat(archived("figures/fig05-clients-throughput.svg")).startsWith("<svg");
    assertThat(archived("results/run.json")).contains("fig05-clients");
    assertThat(Files.readString(directory.resolve("out/index.html")))
        .contains("href=\"figures.zip\"");
    assertThat(page()).doesNotContain("figures.zip").contains("--archive");
  }

  @Test
  void theSameReportHasTheSameArchive() throws IOException {
    add("a", new TestRun());
    add("b", new TestRun().clients(8));

    archived("figures/overview.csv");
    byte[] first = Files.readAllBytes(directory.resolve("out/figures.zip"));
    archived("figures/overview.csv");

    assertThat(Files.readAllBytes(directory.resolve("out/figures.zip"))).isEqualTo(first);
  }

  @Test
  void theArchiveHidesWhatAnOlderReleaseHasShown() throws IOException {
    add("a", new TestRun().property("etcd.password", "sesame"));
    Path file = results().resolve("a/run.json");
    String older = Files.readString(file).replace("(hidden)", "sesame");
    assertThat(older).contains("sesame");
    Files.writeString(file, older);

    assertThat(archived("results/run.json")).contains("etcd.password").doesNotContain("sesame");
  }

  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void aRunOfTwoExperimentsCountsOnce() throws IOException {
    TestRun run = new TestRun();
    add("a", run);
    assertThat(page()).contains(">1; none of these failed<");

    add("b", new TestRun().experiment("storage", "").at(run));
    add("c", new TestRun().failed("stopped").clients(8));
    assertThat(page()).contains(">2, shown in 3 places; 1 of these failed<");
  }

  @Test
  void sharesOfACapacityStandApartFromTheLoadsThatFoundIt() throws IOException {
    add("a", new TestRun().clients(4));
    add("b", new TestRun().clients(64).committed(2000));
    add(
        "c",
        new TestRun().varied(Map.of("target", "50%")).property("target", "100").latenciesUs(900));

    assertThat(page())
        .contains("Figure 5 · Clients<", "Figure 5 · Clients, at shares of the capacity<")
        .contains("Mean latency, open loop")
        .doesNotContain("target none");
  }

  @Test
  void whatDiffersFromThePaperIsFolded() throws IOException {
    add("a", new TestRun());

    assertThat(page())
        .containsPattern("<details><summary>What differs from the paper \\(\\d+\\)</summary>")
        .containsPattern("<details><summary>What differs from the paper in this figure")
        .doesNotContain("<h3");
  }

  @Test
  void thePublishedNumberOfAPointStandsBelowItInTheFiguresTable() throws IOException {
    add("a", new TestRun().clients(256).committed(5000));
    add("b", new TestRun().clients(4));

    assertThat(page())
        .contains(
            "<th scope=\"col\">clients</th><th scope=\"col\">4</th><th scope=\"col\">256</th>")
        .contains("veritas-kafka</th><td>100</td><td>500</td>")
        .contains("veritas-kafka, paper</th><td>–</td><td>27,335</td>")
        .contains("<table class=\"figures numbers\">")
        .doesNotContain("<table class=\"sortable");
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

    assertThat(counters())
        .containsPattern(">clients 64</td><td[^>]*>node</td><td[^>]*>2</td><td[^>]*>30")
        .containsPattern(">clients 64</td><td[^>]*>client</td><td[^>]*>1</td><td[^>]*>5")
        .doesNotContainPattern(">clients 4</td><td[^>]*>node</td>");
  }

  @Test
  void thePageNeedsNoNetwork() throws IOException {
    add("a", new TestRun());

    assertThat(page() + counters())
        .doesNotContainPattern("(?i)(src|href)=\"(https?:)?//")
        .doesNotContainPattern("(?i)<link|@import|\\burl\\(");
  }

  @Test
  void textsOfResultsAreNeverMarkup() throws IOException {
    add("a", new TestRun().failed(EVIL).warning(EVIL));
    add("b", new TestRun().system(EVIL).machine(EVIL).status(EVIL, 3));
    add("c", new TestRun().experiment("\"><script>", "\"><script>").clients(8));

    assertThat(page() + counters())
        .doesNotContain("<script>alert", "<img", "\"><script>")
        .contains("&lt;/p&gt;");
  }

  @Test
  void noLinkToAResultIsAScript() throws IOException {
    add("javascript:alert(1)", new TestRun());

    assertThat(Report.write(List.of(results()), results(), false).counters())
        .content()
        .contains("href=\"javascript%3Aalert(1)/run.json\"")
        .doesNotContain("javascript:");
  }

  @Test
  void failedRunsAreListedWithTheirReason() throws IOException {
    add("a", new TestRun());
    add("b", new TestRun().repeat(2).failed("node3 has died"));

    assertThat(page()).contains("node3 has died", "Failed, in no figure (1)");
    assertThat(counters()).contains("failed: node3 has died");
  }

  @Test
  void runsAreLinkedRelativelyToTheirFiles() throws IOException {
    add("fig05 clients/b c", new TestRun());

    assertThat(counters()).contains("href=\"../results/fig05%20clients/b%20c/run.json\"");
  }

  /** Pages are published without what they were made of. */
  @Test
  void withAnArchiveARunsPathInItIsNamedInPlaceOfALink() throws IOException {
    add("fig05/a", new TestRun());
    add("fig05/b", new TestRun().clients(8).incorrect("lost a write"));

    archived("results/a/run.json");
    assertThat(Files.readString(directory.resolve("out/counters.html")))
        .contains(">raw, in figures.zip</th>", "<td>results/a/run.json</td>")
        .doesNotContain("run.json\"");
    assertThat(Files.readString(directory.resolve("out/index.html")))
        .contains("<td>results/b</td>");
  }

  @Test
  void aReportIsCalledByWhatItHoldsUnlessItIsGivenATitle() throws IOException {
    add("a", new TestRun().system("etcd"));
    assertThat(page()).contains("<title>Figure 5 of VLDB&#39;22: etcd</title>");

    for (String system : List.of("fabric", "quorum")) {
      add(system, new TestRun().experiment("fig07-nodes", "7").system(system));
    }
    assertThat(page()).contains("<h1>Figure 5, 7 of VLDB&#39;22: 3 systems</h1>");
    assertThat(counters())
        .contains("href=\"index.html\">← Figure 5, 7 of VLDB&#39;22: 3 systems</a>");

    add("own", new TestRun().experiment("storage", "").system("etcd"));
    assertThat(page()).contains("<h1>3 experiments: 3 systems</h1>");
    Report.write(
        List.of(results()),
        directory.resolve("out"),
        false,
        Claims.none(),
        Optional.of("Mine & yours"));
    assertThat(Files.readString(directory.resolve("out/index.html")))
        .contains("<h1>Mine &amp; yours</h1>", "<title>Mine &amp; yours</title>");
  }

  @Test
  void theHighestRateHeldIsTold() throws IOException {
    add("a", new TestRun());
    add("b", new TestRun().clients(8));
    assertThat(page()).doesNotContain("highest rate held");

    Files.writeString(
        results().resolve("saturate.json"),
        """
        {"format": 1, "system": "etcd", "p99MsMax": 100.0, "clients": 64,
         "capacityPerSecond": 4001.7, "heldPerSecond": 3800, "notHeldPerSecond": null,
         "steps": [{"offeredPerSecond": 3800, "repeat": 1, "committedPerSecond": 3790.5,
          "withinPercent": 99.5, "p50Ms": 4.5, "p99Ms": 71.0, "held": true, "notHeld": ""}]}
        """);
    assertThat(page())
        .contains("<h2>The highest rate held</h2>")
        .contains("etcd</th><td>100 ms</td><td>3,800</td><td>–</td><td>4,002</td><td>64</td>")
        .contains("Rates offered to etcd (1)", "<td class=\"t\">held</td>");
    assertThat(archived("results/saturate.json")).contains("etcd");

    Files.writeString(results().resolve("saturate.json"), "{\"format\": 2}");
    assertThat(page()).contains("has a search of format 2", "Some results could not be read");

    Files.writeString(results().resolve("saturate.json"), "{\"format\": 1, \"system\": \"etcd\"}");
    assertThat(page()).contains("without its steps", "Some results could not be read");
  }

  @Test
  void thePageMayBeAFileOfAnyName() throws IOException {
    add("a", new TestRun());

    Report.Written written = Report.write(List.of(results()), directory.resolve("x/my.html"), true);

    assertThat(written.page()).isEqualTo(directory.resolve("x/my.html")).exists();
    assertThat(names(directory.resolve("x")))
        .containsExactlyInAnyOrder("my.html", "my-counters.html", "my-figures.zip");
    assertThat(written.page()).content().contains("href=\"my-counters.html#fig05-clients\"");
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

    assertThatThrownBy(() -> Report.write(List.of(results()), directory.resolve("out"), false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no run.json");
    assertThatThrownBy(
            () -> Report.write(List.of(directory.resolve("none")), directory.resolve("out"), false))
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
    assertThat(archived("figures/crash-timeline-veritas-kafka.csv"))
        .contains("veritas-kafka,1,1,480", "veritas-kafka,1,2,0");
  }
}
