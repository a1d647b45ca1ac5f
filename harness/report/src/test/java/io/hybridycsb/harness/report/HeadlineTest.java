package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.function.Supplier;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first tables of a report. */
class HeadlineTest {
  @TempDir Path directory;

  private void add(String place, TestRun run) {
    RunFiles.write(directory.resolve("results").resolve(place), run.result());
  }

  private Report.Written written(boolean archived) {
    return Report.write(List.of(directory.resolve("results")), directory.resolve("out"), archived);
  }

  private String page() throws IOException {
    return Files.readString(written(false).page());
  }

  /** A file of the report's archive. */
  private String archived(String name) throws IOException {
    try (ZipFile zip = new ZipFile(written(true).archive().orElseThrow().toFile())) {
      return new String(
          zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static RunResult.WarmUp warmUp(boolean steady) {
    return new RunResult.WarmUp(
        "auto", 8, steady, Collections.nCopies(3, new RunResult.WarmUpWindow(0, 8, 1000, 4, 2)));
  }

  @Test
  void theHeadlineIsEachSystemsBestSteadyLoad() throws IOException {
    add("a", new TestRun().system("etcd").clients(4).committed(500).warmUp(warmUp(true)));
    add("b", new TestRun().system("etcd").clients(64).committed(900).warmUp(warmUp(false)));
    add("c", new TestRun().system("fabric").clients(64).committed(700).warmUp(warmUp(true)));

    assertThat(archived("figures/overview.csv").lines())
        .startsWith(
            "system,at,committed_per_second,min,max,runs,steady,published,published_at,rank,times_postgresql",
            "etcd,4 clients,50,50,50,1,steady,,,,",
            "fabric,64 clients,70,70,70,1,steady,,,,");
    assertThat(page())
        .containsPattern("more, not seen steady</th>.*data-of=\"more[^>]*>90 at 64 clients<")
        .containsPattern("data-of=\"at\">4 clients, best of 2<")
        .containsPattern("data-of=\"at\">64 clients<");
  }

  @Test
  void whereOneLoadOfEachWasMeasuredNoneIsCalledTheBest() throws IOException {
    add("a", new TestRun().system("etcd").clients(64));
    add("b", new TestRun().system("fabric").clients(64).committed(700));
    add("f", new TestRun().system("etcd").clients(4).failed("stopped"));
    assertThat(page()).contains("Each system at one load").doesNotContain("best load");

    add("c", new TestRun().system("etcd").clients(4).committed(500));
    assertThat(page()).contains("Each system at its own best load").doesNotContain("one load");
  }

  @Test
  void systemsThatNoSittingSharesHaveNoRanks() throws IOException {
    addThree("etcd", 500, "monday");
    addThree("fabric", 300, "monday");
    assertThat(ranks()).containsExactly("1", "2");

    addThree("fabric", 300, "tuesday");
    assertThat(ranks()).containsExactly("", "");
  }

  private void addThree(String system, long committed, String sitting) {
    for (int i = 0; i < 3; i++) {
      add(
          system + i,
          new TestRun()
              .system(system)
              .committed(committed + i)
              .warmUp(warmUp(true))
              .sitting(sitting));
    }
  }

  private List<String> ranks() throws IOException {
    return archived("figures/overview.csv")
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1)[9])
        .toList();
  }

  /** A mix is no load: the highest of several mixes is nobody's best load. */
  @Test
  void theHeadlineIsOfOneWorkAndOfAllExperimentsThatHaveIt() throws IOException {
    for (String mix : List.of("query-only", "update-only")) {
      for (String system : List.of("etcd", "fabric")) {
        add(
            mix + system,
            ofMix("sigmod21-fig04-throughput", "4", mix)
                .system(system)
                .committed(mix.equals("query-only") ? 9000 : 500));
      }
    }
    add("more", ofMix("sigmod21-fig05-latency", "5", "query-only").system("etcd").committed(9500));
    add("other", ofMix("sigmod21-fig05-latency", "5", "update-only").system("etcd"));

    assertThat(archived("figures/overview.csv").lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("etcd,64 clients,950,"))
        .anyMatch(line -> line.startsWith("fabric,64 clients,900,"));
    assertThat(page())
        .contains("<p class=\"settings\">mix query-only · ")
        .contains("<summary>Other work: mix update-only · ");
  }

  @Test
  void onlySteadySystemsOfOneMachineWhoseRepeatsLieApartAreRanked() throws IOException {
    thrice("postgresql", 2000, TestRun::new);
    thrice("fabric", 500, TestRun::new);
    thrice("etcd", 540, TestRun::new);
    add("single", new TestRun().system("bigchaindb").committed(9000).warmUp(warmUp(true)));
    add("unsteady", new TestRun().system("veritas-tm").committed(8000).warmUp(warmUp(false)));

    assertThat(archived("figures/overview.csv").lines())
        .anyMatch(line -> line.startsWith("postgresql,4 clients,202.5,") && line.endsWith(",1,"))
        .anyMatch(line -> line.startsWith("fabric,4 clients,") && line.contains(",2=,0.259"))
        .anyMatch(line -> line.startsWith("etcd,4 clients,") && line.contains(",2=,0.279"))
        .anyMatch(line -> line.startsWith("bigchaindb,4 clients,900,") && line.contains(",,4.44"))
        .anyMatch(line -> line.startsWith("veritas-tm,4 clients,800,") && line.contains(",,3.95"));

    thrice("veritas-kafka", 700, () -> new TestRun().machine("other"));
    assertThat(archived("figures/overview.csv").lines())
        .anyMatch(
            line ->
                line.startsWith("veritas-kafka,4 clients,72.5,") && line.endsWith(",256 clients,,"))
        .anyMatch(line -> line.startsWith("fabric,4 clients,") && line.contains(",,0.259"));
  }

  @Test
  void theFirstTableTellsWhatToChooseASystemBy() throws IOException {
    add("a", new TestRun().system("veritas-tm"));
    add("b", new TestRun().system("postgresql").property("recordcount", "500"));

    assertThat(page())
        .contains("data-replication=\"storage, consensus\" data-failures=\"Byzantine\"")
        .contains("two thirds of voters; node asked, unless verified")
        .contains("all wait: it is one server")
        .contains("4 clients, 500 records", "4 clients, 10,000 records")
        .contains("audit –, recorded –, history –")
        .containsPattern("<th scope=\"col\">records</th>.*<td>500</td>")
        .doesNotContain("records 10,000 or");
  }

  @Test
  void whatIsOnlyAcceptedIsNeverInTheHeadline() throws IOException {
    add("a", new TestRun().system("etcd").clients(4));
    add("b", new TestRun().system("fabric").clients(4).committed(9000).commitMode("async"));

    assertThat(archived("figures/overview.csv")).contains("etcd").doesNotContain("fabric");
  }

  @Test
  void quickResultsAreMarked() throws IOException {
    String mark = "shapes, not speeds";
    add("a", new TestRun());
    assertThat(page()).doesNotContain(mark);

    add("b", new TestRun().system("etcd").property("recordcount", "2000"));
    assertThat(page()).contains("<b>Quick</b> " + mark);
  }

  @Test
  void withoutFigureFiveTheHeadlineIsOfTheWorkWithMostSystems() throws IOException {
    add("a", new TestRun().experiment("storage", ""));
    add("b", new TestRun().experiment("cpu", "").varied(Map.of()).system("etcd").committed(500));
    add("c", new TestRun().experiment("cpu", "").varied(Map.of()).system("fabric"));

    assertThat(archived("figures/overview.csv").lines())
        .hasSize(4)
        .anyMatch(line -> line.startsWith("fabric,64 clients,100,"))
        .anyMatch(line -> line.startsWith("etcd,64 clients,50,"))
        .anyMatch(line -> line.startsWith("veritas-kafka,4 clients,100,"));
  }

  /** As of a search for the highest rate held, whose highest rate is one that wasn't. */
  @Test
  void aRateThatWasOfferedIsNoHeadlineBesideAClosedLoop() throws IOException {
    add(
        "a",
        new TestRun()
            .experiment("saturate", "")
            .system("etcd")
            .varied(Map.of("target", "955"))
            .property("target", "955")
            .committed(8300));
    add(
        "b",
        new TestRun()
            .experiment("saturate-closed-loop", "")
            .system("etcd")
            .varied(Map.of())
            .committed(9550));

    assertThat(archived("figures/overview.csv"))
        .contains("etcd,64 clients,955,")
        .doesNotContain(",830,");
  }

  @Test
  void theOverviewSaysAtHowManyClientsThePublishedNumberWas() throws IOException {
    add("a", new TestRun().system("bigchaindb").clients(64));
    add("b", new TestRun().system("bigchaindb").clients(4).committed(500));

    assertThat(page())
        .containsPattern("paper/s</th>")
        .containsPattern("<td[^>]*>64 clients, best of 2</td>")
        .containsPattern("<td[^>]*>175 at 4 clients</td>");
    assertThat(archived("figures/overview.csv"))
        .contains("bigchaindb,64 clients,100,100,100,1,not known,175,4 clients,,");
  }

  private static TestRun ofMix(String experiment, String figure, String mix) {
    return new TestRun()
        .experiment(experiment, figure)
        .paper("sigmod21")
        .varied(Map.of("mix", mix));
  }

  private void thrice(String name, long committed, Supplier<TestRun> run) {
    for (int i = 1; i <= 3; i++) {
      add(
          name + i,
          run.get()
              .system(name)
              .committed(committed + 25 * (i - 1))
              .repeat(i)
              .warmUp(warmUp(true)));
    }
  }
}
