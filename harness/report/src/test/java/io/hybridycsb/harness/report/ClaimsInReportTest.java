package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a report has the papers' claims, and when it hasn't. */
class ClaimsInReportTest {
  private static final String CLAIMS =
      """
      paper: vldb22
      claims:
        - id: etcd-above-fabric
          section: "4.2"
          figure: "5"
          says: <Etcd> is above Fabric.
          test: {kind: order, experiment: fig05-clients, metric: throughput, above: etcd, below: fabric}
        - id: fabric-above-etcd
          section: "4.3"
          says: Fabric is above etcd.
          test: {kind: order, experiment: fig05-clients, metric: throughput, above: fabric, below: etcd}
        - id: nodes
          section: "4.4"
          says: More nodes are slower.
          test: {kind: falls, experiment: fig07-nodes, metric: throughput, systems: etcd, along: nodes}
        - {id: no, section: "5", says: People like it., not-measurable: Nobody is asked here.}
      """;

  @TempDir Path directory;

  @BeforeEach
  void resultsAndClaims() throws IOException {
    for (int repeat = 1; repeat <= 2; repeat++) {
      add("etcd", repeat, 2000 + repeat);
      add("fabric", repeat, 1000 + repeat);
    }
    Files.createDirectories(directory.resolve("claims"));
    Files.writeString(directory.resolve("claims/vldb22.yaml"), CLAIMS);
  }

  private void add(String system, int repeat, long committed) {
    RunFiles.write(
        directory.resolve("results/%s/%d".formatted(system, repeat)),
        new TestRun()
            .system(system)
            .clients(64)
            .repeat(repeat)
            .committed(committed)
            .latenciesUs(1000, 1001)
            .warmUp(
                new RunResult.WarmUp(
                    "auto",
                    8,
                    true,
                    Collections.nCopies(3, new RunResult.WarmUpWindow(0, 8, 1000, 4, 2))))
            .result());
  }

  private Report.Written written() {
    return Report.write(
        List.of(directory.resolve("results")),
        directory.resolve("out"),
        true,
        Claims.in(directory.resolve("claims")));
  }

  @Test
  void aTableHasWhatWasTestedAndTheRestIsFolded() throws IOException {
    assertThat(Files.readString(written().page()))
        .contains(
            "1 reproduced, 1 contradicted, 0 undecided, 1 not measured, 1 not measurable here, of 4")
        .containsPattern(
            "&lt;Etcd&gt; is above Fabric.</th><td>4.2, figure 5</td><td><div>etcd / fabric: 2.00"
                + " \\([^)]+\\), wanted &gt; 1 <span class=\"note\">clients 64, throughput,"
                + " fig05-clients</span></div></td><td><b>reproduced</b></td>")
        .contains("<b>contradicted</b>")
        .containsPattern(
            "<summary>Not measured, or not measurable here \\(2\\)</summary>.*More nodes are slower."
                + ".*no results of fig07-nodes.*Nobody is asked here.");
  }

  @Test
  void belowAFigureStandTheClaimsAboutIt() throws IOException {
    String page = Files.readString(written().page());

    assertThat(page.substring(page.indexOf("<figure id=\"fig05-clients-throughput\"")))
        .containsPattern(
            "^.*?the paper claims</th>.*?&lt;Etcd&gt; is above Fabric.</th><td><b>reproduced</b>");
    assertThat(page.substring(page.indexOf("<figure id=\"fig05-clients-latency-mean\"")))
        .doesNotContain("the paper claims");
  }

  @Test
  void programsFindTheVerdictsBesideThePageAndInTheArchive() throws IOException {
    JsonNode json = Json.MAPPER.readTree(written().page().resolveSibling("claims.json").toFile());

    assertThat(json.path("counts").path("contradicted").asInt()).isEqualTo(1);
    assertThat(json.path("counts").path("not measurable here").asInt()).isEqualTo(1);
    JsonNode first = json.path("claims").path(0);
    assertThat(first.path("paper").asText() + " " + first.path("id").asText())
        .isEqualTo("vldb22 etcd-above-fabric");
    assertThat(first.path("verdict").asText()).isEqualTo("reproduced");
    assertThat(first.path("ratios").path(0).path("low").asDouble()).isBetween(1.9, 2.0);
    assertThat(first.path("ratios").path(0).path("most").isNull()).isTrue();
    Map<String, String> archived = archived();
    assertThat(archived.get("claims.json")).contains("etcd-above-fabric");
    assertThat(archived.get("claims.csv").lines())
        .hasSize(5)
        .anyMatch(line -> line.startsWith("vldb22,fabric-above-etcd,4.3,,Fabric is above etcd.,"))
        .anyMatch(line -> line.contains("not measurable here,Nobody is asked here.,,,"));
  }

  private Map<String, String> archived() throws IOException {
    try (ZipFile zip = new ZipFile(directory.resolve("out/figures.zip").toFile())) {
      return Map.of("claims.json", text(zip, "claims.json"), "claims.csv", text(zip, "claims.csv"));
    }
  }

  private static String text(ZipFile zip, String name) throws IOException {
    return new String(
        zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void whereNoClaimsExperimentHasResultsNothingIsSaidOfClaims() throws IOException {
    Files.writeString(
        directory.resolve("claims/vldb22.yaml"), CLAIMS.replace("fig05-clients", "fig06"));

    Report.Written written = written();

    assertThat(Files.readString(written.page())).doesNotContain("Claims");
    assertThat(written.claims().areAny()).isFalse();
    assertThat(directory.resolve("out/claims.json")).doesNotExist();
  }
}
