package io.hybridycsb.harness.report.figures;

import static io.hybridycsb.harness.report.figures.MeasuredExperimentTest.experiment;
import static io.hybridycsb.harness.report.figures.MeasuredExperimentTest.throughput;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What papers have published, beside what is measured. */
class PublishedTest {
  @Test
  void theCsvHasMeasuredAndPublishedNumbers() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(4).committed(900),
            new TestRun().clients(4).committed(1100).repeat(2),
            new TestRun().clients(256).committed(5000));

    assertThat(throughput(experiment).csvText().lines())
        .startsWith("source,system,clients,metric,unit,mean,min,max,deviation,runs,note")
        .anyMatch(
            line ->
                line.startsWith(
                    "measured,veritas-kafka,4,throughput,committed"
                        + " operations/s,100,90,110,14.1421,2"))
        .anyMatch(
            line ->
                line.startsWith(
                    "published: vldb22 figure 5,veritas-kafka,256,throughput,tps,27335"));
  }

  @Test
  void theTableHasThePapersNumberBesideOursWithItsRatio() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(4).committed(900),
            new TestRun().clients(4).committed(1100).repeat(2),
            new TestRun().clients(256).committed(5000),
            new TestRun().clients(256).system("etcd").committed(7000));

    assertThat(throughput(experiment).table())
        .containsExactly(
            List.of("clients", "4", "256"),
            List.of("veritas-kafka", "100", "500"),
            List.of("veritas-kafka, repeats", "90 to 110 (2)", "–"),
            List.of("veritas-kafka, paper", "–", "27,335"),
            List.of("veritas-kafka, paper / ours", "–", "54.7"),
            List.of("etcd", "–", "700"));
  }

  @Test
  void thePublishedNumbersOfEveryFigureAreKnown() {
    for (String figure : List.of("5", "6", "7", "8", "9", "10", "12", "13", "14", "15")) {
      assertThat(Published.of(Paper.VLDB22, Set.of(figure))).as("figure %s", figure).isNotEmpty();
    }
  }

  private static TestRun inMode(String mode, String system, long committed) {
    return new TestRun()
        .experiment("overhead", "")
        .baseline("postgresql")
        .system(system)
        .varied(Map.of("commit-mode", mode))
        .committed(committed);
  }

  @Test
  void anOverheadIsTheTimeOfTheBaselineAtTheSamePlace() {
    MeasuredExperiment experiment =
        experiment(
            inMode("sync", "postgresql", 5000).status("REFUSED", 3000),
            inMode("sync", "relational-tm", 90).status("REFUSED", 10),
            inMode("async", "postgresql", 9000).status("REFUSED", 3000),
            inMode("async", "relational-tm", 7000)
                .commitMode("async")
                .counter("writes recorded by servers", 300));

    Figure overhead =
        new ExperimentFigures(experiment)
            .main().stream()
                .filter(figure -> figure.title().equals("Overhead"))
                .findFirst()
                .orElseThrow();

    assertThat(overhead.csvText())
        .contains("relational-tm,sync,overhead,times postgresql's time for an operation,80,")
        .contains("relational-tm,async,overhead,times postgresql's time for an operation,30,")
        .doesNotContain("measured,postgresql");
    assertThat(overhead.table()).contains(List.of("relational-tm", "30", "80"));
  }

  private static TestRun ofRelational(String figure, Map<String, String> varied) {
    return new TestRun()
        .experiment("relational", figure)
        .paper("relational-blockchain")
        .system("relational-tm")
        .baseline("postgresql")
        .varied(varied);
  }

  private static Figure figure(String title, TestRun... runs) {
    return new ExperimentFigures(experiment(runs))
        .main().stream().filter(one -> one.title().equals(title)).findFirst().orElseThrow();
  }

  /** The paper has NewOrder and Payment, of which our TPC-C is a mixture. */
  @Test
  void bothPublishedNumbersOfOnePlaceStandInTheTable() {
    Map<String, String> smallbank = Map.of("workload", "smallbank");
    Map<String, String> tpcc = Map.of("workload", "tpcc");
    Figure overhead =
        figure(
            "Overhead",
            ofRelational("6, 7", smallbank).committed(100),
            ofRelational("6, 7", tpcc).committed(500),
            ofRelational("6, 7", smallbank).system("postgresql").committed(1000),
            ofRelational("6, 7", tpcc).system("postgresql").committed(1000));

    assertThat(overhead.table())
        .containsExactly(
            List.of("workload", "smallbank", "tpcc"),
            List.of("relational-tm", "10", "2"),
            List.of("relational-tm, paper", "21", "2 and 4.30"),
            List.of("relational-tm, paper / ours", "2.10", "1 and 2.15"));
  }

  private static TestRun ofSigmod(String name, String figure) {
    return new TestRun().experiment(name, figure).paper("sigmod21").system("fabric");
  }

  @Test
  void numbersOfAnotherPaperAreOfItsOwnFigures() {
    MeasuredExperiment experiment =
        experiment(
            ofSigmod("skew", "9")
                .varied(Map.of("skew", "0"))
                .attempts(Map.of("OK", 99L, "ABORTED", 1L)),
            ofSigmod("skew", "9")
                .varied(Map.of("skew", "1"))
                .attempts(Map.of("OK", 50L, "ABORTED", 50L)));

    Figure aborts =
        new ExperimentFigures(experiment)
            .main().stream()
                .filter(figure -> figure.title().startsWith("Aborted"))
                .findFirst()
                .orElseThrow();

    assertThat(aborts.csvText()).contains("published: sigmod21 figure 9,fabric,1,aborts");
    assertThat(aborts.csvText()).doesNotContain("vldb22");
    assertThat(aborts.table())
        .contains(List.of("skew", "0", "1"), List.of("fabric", "1", "50"))
        .anyMatch(line -> line.get(0).equals("fabric, paper"));
  }

  @Test
  void whereNothingIsVariedThePublishedNumberOfTheSameWorkloadIsBeside() {
    TestRun run = ofSigmod("smallbank", "6").varied(Map.of());

    assertThat(throughput(experiment(run)).csvText()).doesNotContain("published");
    assertThat(throughput(experiment(run.property("workload", "smallbank"))).csvText())
        .contains("published: sigmod21 figure 6,fabric,throughput,tps,835");
  }

  @Test
  void theNumbersOfATableStandBesideItsExperiments() {
    TestRun run = ofSigmod("nodes", "table4");

    assertThat(
            throughput(
                    experiment(
                        run.varied(Map.of("nodes", "3")),
                        ofSigmod("nodes", "table4").varied(Map.of("nodes", "19"))))
                .csvText())
        .contains("published: sigmod21 table 4,fabric,19,throughput,tps,528");
  }

  @Test
  void aPublishedShareAtOnePlaceIsDrawnThereOnly() {
    List<Figure> figures =
        new ExperimentFigures(experiment(ofRecordSize("10"), ofRecordSize("5000"))).main();

    Markup svg = new Markup();
    figures.stream()
        .filter(figure -> figure.title().equals("Time by component"))
        .findFirst()
        .orElseThrow()
        .chart()
        .draw(svg);
    assertThat(svg.toString().split("published: consensus 88 %", -1)).hasSize(2);
    assertThat(svg.toString().split("published: consensus 50 %", -1)).hasSize(2);
  }

  private static TestRun ofRecordSize(String bytes) {
    return ofSigmod("record-size", "11")
        .system("quorum")
        .varied(Map.of("property:multi.bytes", bytes))
        .component("consensus", 60)
        .component("ledger", 40)
        .componentsSource("timers inside the servers: seconds");
  }

  @Test
  void componentsAreSharesOfTheirSum() {
    Figure figure = mainFigure(components());

    assertThat(figure.csvText())
        .contains("veritas-kafka,consensus,75,percent", "database,25,percent");
    assertThat(figure.table().get(1)).startsWith("veritas-kafka", "75", "25");
    assertThat(figure.note()).isEqualTo("Measured by timers: veritas-kafka.");
  }

  /** The paper's shares are of operations' time, which a process seen from outside doesn't show. */
  @Test
  void publishedSharesAreDrawnOnlyOverTimesFromWithinTheServers() {
    TestRun timed =
        components().system("bigchaindb").componentsSource("timers inside the servers: seconds");

    assertThat(mainFigure(timed).table())
        .containsExactly(
            List.of("percent", "consensus", "database", "paper: consensus"),
            List.of("bigchaindb", "75", "25", "35"));
    assertThat(componentsDrawn("timers inside the servers: seconds"))
        .contains("bigchaindb, published: consensus 35 %");
    assertThat(componentsDrawn("processor time of processes, seen from outside"))
        .contains("bigchaindb")
        .doesNotContain("published");
  }

  private static String componentsDrawn(String source) {
    Markup svg = new Markup();
    mainFigure(components().system("bigchaindb").componentsSource(source)).chart().draw(svg);
    return svg.toString();
  }

  private static TestRun components() {
    return new TestRun()
        .experiment("fig06-components", "6")
        .varied(Map.of())
        .component("consensus", 3)
        .component("database", 1);
  }

  private static Figure mainFigure(TestRun... runs) {
    return new ExperimentFigures(experiment(runs)).main().get(0);
  }

  @Test
  void countersOfRecordsAreForEachOperation() {
    TestRun four = new TestRun().varied(Map.of("nodes", "4")).counter("kafka records written", 500);
    TestRun eight =
        new TestRun().varied(Map.of("nodes", "8")).counter("kafka records written", 1000);

    assertThat(
            mainFigure(
                    four.experiment("fig08-kafka-records", "8"),
                    eight.experiment("fig08-kafka-records", "8"))
                .csvText())
        .contains("per committed operation,0.5,", "published: vldb22 figure 8,veritas-kafka,64");
  }

  /** Figure 15 of the paper is over round trips: its 60 ms are no 60 Mbit/s. */
  @Test
  void publishedNumbersStandOnlyAlongWhatTheirFigureVaries() {
    String rate = "option:network.rate.mbit";
    String rtt = "option:network.rtt.ms";

    assertThat(network(Map.of(rate, "100", rtt, "60"), Map.of(rate, "1000", rtt, "60")))
        .doesNotContain("published");
    assertThat(network(Map.of(rate, "100", rtt, "5"), Map.of(rate, "100", rtt, "60")))
        .contains("published: vldb22 figure 15,veritas-tm,60,throughput,tps,1550");
  }

  private static String network(Map<String, String> one, Map<String, String> other) {
    return throughput(ofVeritasTm("15", one, other)).csvText();
  }

  private static MeasuredExperiment ofVeritasTm(
      String figure, Map<String, String> one, Map<String, String> other) {
    return experiment(
        new TestRun().experiment("fig" + figure, figure).system("veritas-tm").varied(one),
        new TestRun().experiment("fig" + figure, figure).system("veritas-tm").varied(other));
  }

  /** What the paper has seen blocks to be stands on no axis of how large they may be. */
  @Test
  void observedBlockSizesAreListedAndNotDrawn() {
    MeasuredExperiment experiment =
        ofVeritasTm("12", Map.of("block-size", "100"), Map.of("block-size", "1000"));

    assertThat(throughput(experiment).csvText()).doesNotContain("published");
    assertThat(new ExperimentFigures(experiment).published())
        .filteredOn(one -> one.system().equals("veritas-tm"))
        .extracting(one -> one.xName() + " " + one.x())
        .containsExactly("average block size 73", "average block size 530");
  }

  @Test
  void allThatTheFiguresVaryIsFoundByTheExperimentsNamesForIt() {
    Map<String, String> names =
        Map.of(
            "5", "clients",
            "7", "nodes",
            "8", "nodes",
            "10", "workload",
            "12", "block-size",
            "13", "record-size",
            "14", "processing-ms",
            "15", "option:network.rtt.ms");
    names.forEach(
        (figure, name) ->
            assertThat(Published.of(Paper.VLDB22, Set.of(figure)))
                .as("figure %s", figure)
                .filteredOn(one -> !one.xName().startsWith("average"))
                .allMatch(
                    one -> one.along(Dimension.of(name, name, List.of(one.x(), "1"))).isPresent()));
  }
}
