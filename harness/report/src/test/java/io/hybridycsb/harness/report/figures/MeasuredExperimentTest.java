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
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.runs.Dimension;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredPoint;
import io.hybridycsb.harness.results.runs.Metric;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasuredExperimentTest {
  static MeasuredExperiment experiment(TestRun... runs) {
    return new MeasuredExperiment(
        runs[0].result().identity().subject().experiment(),
        List.of(runs).stream().map(TestRun::measured).toList());
  }

  static Figure throughput(MeasuredExperiment experiment) {
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
            new TestRun().experiment("their-fig99-10-my-proofs", "").varied(Map.of(setting, "off")),
            new TestRun()
                .experiment("their-fig99-10-my-proofs", "")
                .varied(Map.of(setting, "deferred")));

    assertThat(described.title()).isEqualTo("Proofs");
    assertThat(described.x().orElseThrow().label()).isEqualTo("when verified");
    assertThat(described.x().orElseThrow().values()).containsExactly("off", "deferred", "online");
    assertThat(ofEarlierRelease.title()).isEqualTo("My proofs");
    assertThat(ofEarlierRelease.x().orElseThrow().label()).isEqualTo("verified.proofs");
    assertThat(ofEarlierRelease.x().orElseThrow().values()).containsExactly("deferred", "off");
  }

  static TestRun withNodes(String nodes) {
    return new TestRun()
        .experiment("bergman", "6 table5")
        .paper("fabric-vs-cassandra")
        .system("fabric")
        .varied(Map.of("nodes", nodes))
        .latenciesUs(1_000, 2_000, 9_000);
  }

  static Optional<Figure> titled(MeasuredExperiment experiment, String title) {
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
    assertThat(titled(experiment, "p50 of reads").orElseThrow().csv())
        .anySatisfy(line -> assertThat(line).contains("measured", "4", "2"))
        .anySatisfy(
            line ->
                assertThat(line).contains("published: fabric-vs-cassandra figure 6", "4", "40"));
  }

  @Test
  void whereARunInsertsNothingNoLatencyOfPartsIsTold() {
    MeasuredExperiment experiment =
        experiment(withNodes("4").latenciesUsOf("INSERT", 5_000), withNodes("20"));

    assertThat(titled(experiment, "Mean latency of inserts")).isEmpty();
  }

  private static long[] times(int count, long us) {
    return LongStream.generate(() -> us).limit(count).toArray();
  }

  /** The first repeat has few slow reads, the second many fast ones. */
  @Test
  void aPointsPercentileIsThatOfAllItsRepeatsOperationsAndOfReadsAlone() {
    TestRun slow =
        new TestRun().latenciesUs(times(100, 90_000)).latenciesUsOf("UPDATE", times(9, 800_000));
    TestRun fast =
        new TestRun().latenciesUs(times(900, 1_000)).latenciesUsOf("UPDATE", times(9, 800_000));
    MeasuredExperiment experiment = experiment(slow, fast.repeat(2));

    Figure reads = titled(experiment, "p50 of reads").orElseThrow();
    assertThat(reads.table())
        .contains(List.of("veritas-kafka", "1"))
        .contains(List.of("veritas-kafka, repeats", "1 to 90.0 (2)"));
    assertThat(reads.csvText()).contains("latency-p50-read,ms,1,1,90");
    assertThat(titled(experiment, "p99 of reads").orElseThrow().table())
        .contains(List.of("veritas-kafka", "90.0"));
    assertThat(titled(experiment, "p50 of updates").orElseThrow().table())
        .contains(List.of("veritas-kafka", "800"));
    assertThat(titled(experiment, "Median latency")).isEmpty();
    assertThat(titled(experiment, "99th percentile latency")).isEmpty();
  }

  @Test
  void whereEachRunHasOneKindOfOperationsNoneIsTold() {
    MeasuredExperiment experiment =
        experiment(
            new TestRun().clients(8).latenciesUs(times(2, 5_000)),
            new TestRun().latenciesUs(times(2, 1_000)));

    assertThat(experiment.sides()).isEmpty();
    assertThat(titled(experiment, "Median latency")).isPresent();
  }

  @Test
  void systemsWithOneLoadEachAreRows() {
    TestRun one = new TestRun().clients(256);
    TestRun other = new TestRun().system("bigchaindb").clients(4).committed(500);

    Figure rows = throughput(experiment(one, other));
    assertThat(rows.chart()).isInstanceOf(RowChart.class);
    assertThat(rows.unit()).endsWith("; behind the names clients");
    assertThat(rows.table())
        .contains(List.of("clients", "committed operations/s"))
        .contains(List.of("bigchaindb 4", "50"), List.of("bigchaindb 4, paper", "175"))
        .contains(List.of("veritas-kafka 256", "100"));
    assertThat(throughput(experiment(one, other, new TestRun().clients(8))).chart())
        .isInstanceOf(LineChart.class);
  }

  private static TestRun offered(String rate) {
    return new TestRun().varied(Map.of("target", rate)).property("target", rate);
  }

  @Test
  void aRateThatWasOfferedAndNotReachedIsMarked() {
    Figure throughput = throughput(experiment(offered("100"), offered("102")));

    assertThat(throughput.table()).contains(List.of("veritas-kafka", "100", "100*"));
    assertThat(throughput.note()).startsWith("*, and a pale marker: less than 99 %");
    assertThat(throughput.csvText()).contains("1,less than 99 % of the offered rate was committed");
    Markup svg = new Markup();
    throughput.chart().draw(svg);
    assertThat(svg.toString().split("<g class=\"pale\">", -1)).hasSize(2);
    assertThat(throughput(experiment(offered("100"), offered("101"))).note()).isEmpty();
  }

  @Test
  void aRateOfFewCompletionsIsInNoFigure() {
    MeasuredExperiment experiment =
        experiment(new TestRun().committed(19), new TestRun().clients(8).committed(20));

    assertThat(throughput(experiment).table()).contains(List.of("veritas-kafka 8", "2"));
    assertThat(throughput(experiment).csvText()).doesNotContain("1.9");
  }

  @Test
  void whatWasExecutedStandsBesideWhatWasCommittedWhereTransactionsAreRefused() {
    assertThat(titled(experiment(new TestRun()), "Executed")).isEmpty();
    assertThat(
            titled(experiment(new TestRun().status("REFUSED", 500)), "Executed")
                .orElseThrow()
                .csvText())
        .contains("executed,executed operations/s,150,");
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
}
