package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.BarChart;
import io.hybridycsb.harness.report.chart.LineChart;
import io.hybridycsb.harness.report.chart.RowChart;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasuredExperimentTest {
  private static MeasuredExperiment experiment(TestRun... runs) {
    return new MeasuredExperiment(
        runs[0].result().identity().subject().experiment(),
        List.of(runs).stream().map(TestRun::measured).toList());
  }

  private static Figure throughput(MeasuredExperiment experiment) {
    return new ExperimentFigures(experiment)
        .main().stream()
            .filter(figure -> figure.title().startsWith("Throughput"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void aPointSaysTheMeanAndTheSpreadOfItsRepeats() {
    MeasuredPoint point =
        experiment(
                new TestRun().committed(900).repeat(1),
                new TestRun().committed(1000).repeat(2),
                new TestRun().committed(1100).repeat(3))
            .points()
            .get(0);

    Spread spread = point.spread(Metric.THROUGHPUT).orElseThrow();
    assertThat(spread.count()).isEqualTo(3);
    assertThat(spread.mean()).isCloseTo(100, within(1e-9));
    assertThat(spread.min()).isEqualTo(90);
    assertThat(spread.max()).isEqualTo(110);
    assertThat(spread.deviation()).isCloseTo(10, within(1e-9));
    assertThat(spread.relativeRange()).isCloseTo(0.2, within(1e-9));
    assertThat(Spread.of(List.of())).isEmpty();
  }

  @Test
  void allRepeatsOfAPointCountThoughTheyWereMoreThanAskedFor() {
    MeasuredPoint point =
        experiment(
                new TestRun().committed(10_000).repeat(1).repeats(3),
                new TestRun().committed(7_000).repeat(2).repeats(3),
                new TestRun().committed(10_000).repeat(3).repeats(3),
                new TestRun().committed(9_900).repeat(4).repeats(3),
                new TestRun().committed(9_950).repeat(5).repeats(3))
            .points()
            .get(0);

    Spread spread = point.spread(Metric.THROUGHPUT).orElseThrow();
    assertThat(spread.values()).containsExactly(700.0, 990.0, 995.0, 1000.0, 1000.0);
    assertThat(spread.mean()).isEqualTo(937);
    assertThat(spread.min()).isEqualTo(700);
    assertThat(spread.max()).isEqualTo(1000);
  }

  @Test
  void whatIsOnlyAcceptedIsNeverCommittedAndHasNoCpuTimePerCommittedOperation() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(4).committed(1000).process("node1", "node", 2, 0),
            new TestRun()
                .clients(8)
                .committed(9000)
                .process("node1", "node", 2, 0)
                .commitMode("async"));
    MeasuredPoint accepted = experiment.points().get(1);

    assertThat(accepted.spread(Metric.THROUGHPUT)).isEmpty();
    assertThat(accepted.spread(Metric.CPU)).isEmpty();
    assertThat(accepted.spread(Metric.WRITTEN)).isEmpty();
    assertThat(accepted.spread(Metric.ACKNOWLEDGED).orElseThrow().mean()).isEqualTo(900);
    assertThat(new ExperimentFigures(experiment).main())
        .extracting(Figure::title)
        .contains("Acknowledged, committed or not");
  }

  @Test
  void repeatsByDifferentBuildsAreRefused() {
    MeasuredExperiment mixed =
        experiment(new TestRun().repeat(1), new TestRun().repeat(2).build("b2"));

    assertThatThrownBy(mixed::requireOneBuildEach)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("repeats by different builds of hybrid-ycsb, b1 and b2");
    assertThatCode(
            experiment(new TestRun(), new TestRun().clients(8).build("b2"))::requireOneBuildEach)
        .doesNotThrowAnyException();
  }

  @Test
  void aFailedRunIsInNoFigure() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(4).committed(1000),
            new TestRun().clients(4).committed(9).repeat(2).failed("node2 died"),
            new TestRun().clients(8).failed("no quorum"));

    assertThat(experiment.points()).hasSize(2);
    assertThat(experiment.points().get(0).spread(Metric.THROUGHPUT).map(Spread::mean))
        .isEqualTo(Optional.of(100.0));
    assertThat(experiment.points().get(1).spread(Metric.THROUGHPUT)).isEmpty();
  }

  @Test
  void numbersAreOrderedAsNumbersAndMakeLines() {
    MeasuredExperiment experiment =
        experiment(new TestRun().clients(128), new TestRun().clients(16), new TestRun().clients(4));

    assertThat(experiment.x().orElseThrow().values()).containsExactly("4", "16", "128");
    assertThat(throughput(experiment).chart()).isInstanceOf(LineChart.class);
  }

  @Test
  void categoriesMakeBarsAndNothingVariedMakesRows() {
    MeasuredExperiment categories =
        experiment(
            new TestRun().varied(Map.of("distribution", "zipfian")),
            new TestRun().varied(Map.of("distribution", "uniform")));
    MeasuredExperiment nothing = experiment(new TestRun().varied(Map.of()));

    assertThat(categories.x().orElseThrow().values()).containsExactly("uniform", "zipfian");
    assertThat(throughput(categories).chart()).isInstanceOf(BarChart.class);
    assertThat(throughput(nothing).chart()).isInstanceOf(RowChart.class);
  }

  @Test
  void wordsOfTheExperimentsFileAreThoseOfTheReport() {
    String setting = "property:verified.proofs";
    MeasuredExperiment described =
        experiment(
            new TestRun().title("Proofs").varied(Map.of(setting, "online")),
            new TestRun()
                .described(setting, "when verified", "off", "deferred", "online")
                .varied(Map.of(setting, "deferred")),
            new TestRun().varied(Map.of(setting, "off")));
    MeasuredExperiment ofEarlierRelease =
        experiment(
            new TestRun().experiment("fig99-my-proofs", "").varied(Map.of(setting, "off")),
            new TestRun().experiment("fig99-my-proofs", "").varied(Map.of(setting, "deferred")));

    assertThat(described.title()).isEqualTo("Proofs");
    assertThat(described.x().orElseThrow().label()).isEqualTo("when verified");
    assertThat(described.x().orElseThrow().values()).containsExactly("off", "deferred", "online");
    assertThat(ofEarlierRelease.title()).isEqualTo("My proofs");
    assertThat(ofEarlierRelease.x().orElseThrow().label()).isEqualTo("verified.proofs");
    assertThat(ofEarlierRelease.x().orElseThrow().values()).containsExactly("deferred", "off");
  }

  private static TestRun withNodes(String nodes) {
    return new TestRun()
        .experiment("bergman", "6 table5")
        .paper("fabric-vs-cassandra")
        .system("fabric")
        .varied(Map.of("nodes", nodes))
        .latenciesUs(1_000, 2_000, 9_000);
  }

  private static Optional<Figure> titled(MeasuredExperiment experiment, String title) {
    return new ExperimentFigures(experiment)
        .main().stream().filter(figure -> figure.title().startsWith(title)).findFirst();
  }

  @Test
  void whereAllRunsReadAndInsertTheLatenciesOfBothAreToldWithThePapersBesideThem() {
    MeasuredExperiment experiment =
        experiment(
            withNodes("4").latenciesUsOf("INSERT", 1_000, 2_000),
            withNodes("20").latenciesUsOf("INSERT", 50_000, 70_000));

    assertThat(titled(experiment, "Mean latency of inserts").orElseThrow().csv())
        .anySatisfy(line -> assertThat(line).contains("measured", "4", "1.5"))
        .anySatisfy(
            line ->
                assertThat(line).contains("published: fabric-vs-cassandra table 5", "20", "424"));
    assertThat(titled(experiment, "Mean latency of reads").orElseThrow().csv())
        .anySatisfy(line -> assertThat(line).contains("measured", "4"))
        .anySatisfy(line -> assertThat(line).contains("20", "50"));
    assertThat(titled(experiment, "Median latency of reads").orElseThrow().csv())
        .anySatisfy(line -> assertThat(line).contains("measured", "4", "2"))
        .anySatisfy(
            line ->
                assertThat(line).contains("published: fabric-vs-cassandra figure 6", "4", "40"));
  }

  @Test
  void whereARunInsertsNothingNoLatencyOfPartsIsTold() {
    MeasuredExperiment experiment =
        experiment(withNodes("4").latenciesUsOf("INSERT", 5_000), withNodes("20"));

    assertThat(experiment.partialLatencies()).isEmpty();
    assertThat(titled(experiment, "Mean latency of inserts")).isEmpty();
  }

  @Test
  void wholeBurstsHaveAFigureOfTheirOwn() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(1).latenciesUs(1_000).latenciesUsOf("BURST", 2_000),
            new TestRun().clients(20).latenciesUs(1_000).latenciesUsOf("BURST", 1_900));

    assertThat(titled(experiment, "Mean latency of whole bursts").orElseThrow().csv())
        .anySatisfy(line -> assertThat(line).contains("measured", "20", "1.9"));
  }

  @Test
  void ofTwoThingsVariedOneMakesPanels() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().varied(Map.of("bandwidth", "1 Gb/s", "rtt-ms", "5")),
            new TestRun().varied(Map.of("bandwidth", "1 Gb/s", "rtt-ms", "20")),
            new TestRun().varied(Map.of("bandwidth", "1 Gb/s", "rtt-ms", "60")),
            new TestRun().varied(Map.of("bandwidth", "100 Mb/s", "rtt-ms", "5")));

    assertThat(experiment.x().orElseThrow().name()).isEqualTo("rtt-ms");
    assertThat(Panels.of(experiment)).hasSize(2);
    assertThat(new MetricFigures(experiment, List.of()).of(Metric.THROUGHPUT))
        .extracting(Figure::title)
        .containsExactly("Throughput · bandwidth 100 Mb/s", "Throughput · bandwidth 1 Gb/s");
  }

  @Test
  void unitsAreUnderstood() {
    assertThat(Dimension.number("512 B")).hasValue(512);
    assertThat(Dimension.number("8kB")).hasValue(8192);
    assertThat(Dimension.number("1 Gb/s")).hasValue(1000);
    assertThat(Dimension.number("0.99")).hasValue(0.99);
    assertThat(Dimension.number("zipfian")).isEmpty();
  }

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
    assertThat(overhead.seen()).contains("80 times with sync");
  }

  private static TestRun ofSigmod(String name, String figure) {
    return new TestRun().experiment(name, figure).paper("sigmod21").system("fabric");
  }

  @Test
  void numbersAndShapesOfAnotherPaperAreOfItsOwnFigures() {
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
    assertThat(aborts.seen())
        .contains("fabric rises", "In the paper this rises for Fabric and TiDB; here, too.");
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
    assertThat(figure.note()).isEqualTo("Measured by timers: veritas-kafka.");
  }

  /** The paper's shares are of operations' time, which a process seen from outside doesn't show. */
  @Test
  void publishedSharesAreDrawnOnlyOverTimesFromWithinTheServers() {
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
