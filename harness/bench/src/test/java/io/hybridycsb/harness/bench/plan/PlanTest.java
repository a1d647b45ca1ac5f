package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  @TempDir Path directory;
  private TestExperiments files;

  @BeforeEach
  void files() {
    files = new TestExperiments(directory);
  }

  private static String named(String name, String settings) {
    return "name: %s\ntitle: A\n%s\n".formatted(name, settings);
  }

  private Plan plan(String settings) {
    return files.plan(named("a", settings), "etcd");
  }

  private Plan together(String first, String second) {
    List<Experiment> both = List.of(files.read(named("a", first)), files.read(named("b", second)));
    return Plan.of(both, List.of("etcd"), false, TestExperiments.released("workloads"));
  }

  /** The only point. */
  private Point point(String settings) {
    List<Point> points = files.points(named("a", settings), "etcd");
    assertThat(points).hasSize(1);
    return points.get(0);
  }

  private RunSettings run(String settings) {
    return point(settings).run();
  }

  @Test
  void runsThatDifferInTheirClientsOnlyShareOneCluster() {
    Plan plan = plan("repeats: 2\nvary: {clients: [1, 2], workload: [a, c]}");

    assertThat(plan.groups()).hasSize(1);
    assertThat(plan.groups().get(0).runs())
        .extracting(run -> run.repeat() + " " + run.point().label())
        .containsExactly(
            "1 clients=2,workload=a",
            "1 clients=2,workload=c",
            "1 clients=1,workload=a",
            "1 clients=1,workload=c",
            "2 clients=2,workload=a",
            "2 clients=2,workload=c",
            "2 clients=1,workload=a",
            "2 clients=1,workload=c");
  }

  @Test
  void repeatsOfDifferentClustersTakeTurns() {
    Plan plan = plan("repeats: 2\nrates: [50%]\nclients: 1\nvary: {nodes: [1, 3]}");

    assertThat(Plan.inRounds(plan.groups()))
        .extracting(
            cluster ->
                cluster.runs().stream()
                    .map(run -> run.repeat() + " " + run.point().label())
                    .collect(Collectors.joining("; ")))
        .containsExactly(
            "1 nodes=1",
            "1 nodes=3",
            "2 nodes=1",
            "2 nodes=3",
            "1 nodes=1,target=50%; 2 nodes=1,target=50%",
            "1 nodes=3,target=50%; 2 nodes=3,target=50%");
  }

  @Test
  void sharesOfACapacityAreOfferedAfterAllRunsThatFindIt() {
    Plan plan = plan("repeats: 2\nrates: [50%, 90%]\nvary: {clients: [1, 2], workload: [a, c]}");

    assertThat(plan.groups()).hasSize(1);
    Plan.Group group = plan.groups().get(0);
    assertThat(group.runs().subList(8, group.runs().size()))
        .extracting(run -> run.repeat() + " " + run.point().label())
        .containsExactly(
            "1 target=50%,workload=a",
            "1 target=50%,workload=c",
            "1 target=90%,workload=a",
            "1 target=90%,workload=c",
            "2 target=50%,workload=a",
            "2 target=50%,workload=c",
            "2 target=90%,workload=a",
            "2 target=90%,workload=c");
    assertThat(group.finding(group.runs().get(8)))
        .extracting(run -> run.repeat() + " " + run.point().label())
        .containsExactly(
            "1 clients=2,workload=a",
            "1 clients=1,workload=a",
            "2 clients=2,workload=a",
            "2 clients=1,workload=a");
  }

  @Test
  void whatFindsACapacityIsDoneBeforeItsSharesAndWhatOnlyAccepts() {
    Plan.Group group =
        files
            .plan(
                named(
                    "a",
                    "repeats: 1\nrates: [50%]\n"
                        + "vary: {'property:veritas.commit': [async, sync]}"),
                "veritas-kafka")
            .groups()
            .get(0);

    assertThat(group.early().runs())
        .extracting(run -> run.point().label())
        .containsExactly("property:veritas.commit=sync");
    assertThat(group.late().runs())
        .extracting(run -> run.point().label())
        .containsExactly(
            "property:veritas.commit=sync,target=50%", "property:veritas.commit=async");
  }

  @Test
  void noShareIsOfferedOfWhatOnlyAcceptsWritesOrLosesAServer() {
    assertThat(
            files
                .plan(
                    named("a", "rates: [50%]\nvary: {'property:veritas.commit': [sync, async]}"),
                    "veritas-kafka")
                .groups()
                .get(0)
                .runs())
        .extracting(run -> run.point().label())
        .filteredOn(label -> label.contains("target"))
        .containsOnly("property:veritas.commit=sync,target=50%");
    assertThat(plan("repeats: 1\nrates: [50%]\nkill: node2").groups().get(0).runs()).hasSize(1);
  }

  @Test
  void aShareOfACapacityThatNothingFindsIsRefused() {
    assertThatThrownBy(() -> plan("target: 50%"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nothing finds the capacity of which default is a share");
    assertThatThrownBy(() -> plan("rates: [0%]"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("rates are shares such as 50%, not '0%'");
    assertThatThrownBy(() -> plan("rates: [1000]")).isInstanceOf(UsageException.class);
  }

  @Test
  void aShareAtItsRateHasNoMoreThreadsThanThatRateNeeds() {
    Plan.Group group = plan("repeats: 1\nclients: 64\nrates: [50%]").groups().get(0);
    Plan.Run share = group.runs().get(1);

    assertThat(share.point().run().hasRate()).isFalse();
    assertThat(share.at(5).point().run().hasRate()).isTrue();
    assertThat(share.at(5).point().run().threads()).isEqualTo(10);
    assertThat(share.at(500).point().run().threads()).isEqualTo(64);
    assertThat(share.at(500).point().run().rate().target()).hasValue(500);
    assertThat(share.at(500).point().label()).isEqualTo("target=50%");
  }

  /** What a pool holds when such a run ends is worked off during the next. */
  @Test
  void runsThatLeaveTheServersWorkToDoComeAfterAllOthers() {
    Plan plan =
        files.plan(
            """
            name: a
            title: A
            repeats: 2
            vary: {'property:blockchaindb.commit': [pool, block], clients: [1, 2]}
            """,
            "blockchaindb");

    assertThat(plan.groups()).hasSize(1);
    assertThat(plan.groups().get(0).runs())
        .extracting(
            run -> run.repeat() + " " + run.point().run().properties().get("blockchaindb.commit"))
        .containsExactly(
            "1 block", "1 block", "2 block", "2 block", "1 pool", "1 pool", "2 pool", "2 pool");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes: [3, 4]",
        "record-size: [100, 200]",
        "records: [10, 20]",
        "'option:fsync': ['true', 'false']",
        "'property:fieldcount': [1, 2]"
      })
  void otherServersOrOtherDataHaveAClusterOfTheirOwn(String varied) {
    assertThat(plan("vary: {%s}".formatted(varied)).groups()).hasSize(2);
  }

  @Test
  void runsThatReadNothingThatTheyInsertShareACluster() {
    String inserting = "repeats: 2\nproperties: {insertproportion: '0.5', readproportion: '0.5'}\n";

    assertThat(plan(inserting).groups().get(0).starts()).isEqualTo(1);
    assertThat(plan(inserting + "distribution: latest").groups().get(0).starts()).isEqualTo(2);
    assertThat(plan(inserting + "distribution: zipfian").groups().get(0).starts()).isEqualTo(2);
  }

  @Test
  void everyRunThatReadsWhatItInsertsHasANewCluster() {
    Plan.Group inserting = plan("repeats: 2\nworkload: d").groups().get(0);

    assertThat(inserting.cluster().fresh()).isTrue();
    assertThat(inserting.starts()).isEqualTo(2);
    assertThat(plan("repeats: 2\nworkload: a").groups().get(0).starts()).isEqualTo(1);
  }

  @Test
  void runsOfSeveralExperimentsShareACluster() {
    Plan plan = together("repeats: 1", "repeats: 1\nclients: 2");

    assertThat(plan.groups()).singleElement().satisfies(g -> assertThat(g.runs()).hasSize(2));
  }

  @Test
  void whatSeveralExperimentsHaveInCommonIsDoneOnceForEachRepeat() {
    Plan plan = together("repeats: 2\nvary: {clients: [1, 2]}", "repeats: 2\nclients: 2");

    Plan.Group group = plan.groups().get(0);
    assertThat(group.runs()).hasSize(6);
    assertThat(group.work()).hasSize(4);
  }

  @Test
  void thePointWithMostClientsIsTheFirstOnACluster() {
    Plan.Group group = together("vary: {clients: [4, 256, 64]}", "target: 10").groups().get(0);

    assertThat(group.runs().subList(0, 4))
        .extracting(run -> run.point().label())
        .containsExactly("clients=256", "clients=64", "clients=4", "default");
  }

  @Test
  void aWorkloadOfTransactionsHasRecordsOfItsOwn() {
    Plan plan = together("workload: a", "vary: {workload: [smallbank, ycsbt]}");

    assertThat(plan.groups())
        .extracting(group -> group.cluster().load().file())
        .containsExactlyInAnyOrder("workloada", "smallbank", "ycsbt");
  }

  @Test
  void propertiesThatDescribeTheRecordsOfTransactionsAreThoseOfTheLoadToo() {
    Plan.Group group =
        plan("workload: multi\nproperties: {multi.operations: 5, multi.reads: 9, tpcc.items: 10}")
            .groups()
            .get(0);

    assertThat(group.cluster().load().data()).isEqualTo(Map.of("multi.operations", "5"));
  }

  /** As docs/experiments.md says of four cores that are otherwise idle. */
  @Test
  void quickExperimentsTakeAFewMinutesForEachSystem() {
    List<Experiment> all =
        Experiment.filesIn(TestExperiments.released("experiments")).stream()
            .map(Experiment::read)
            .toList();

    for (String system : Systems.names()) {
      assertThat(quickMinutes(all, system)).as(system).isBetween(2.0, 23.0);
      for (Experiment each : all) {
        assertThat(quickMinutes(List.of(each), system))
            .as("%s of %s", each.name(), system)
            .isLessThan(3);
      }
    }
  }

  private static double quickMinutes(List<Experiment> experiments, String system) {
    Plan plan = Plan.of(experiments, List.of(system), true, TestExperiments.released("workloads"));
    return Estimate.expected(plan.groups()) / 60;
  }

  @Test
  void whatASystemCannotDoIsLeftOutAndSaid() {
    String text =
        """
        name: a
        title: A
        repeats: 1
        systems: [etcd, veritas-kafka]
        means:
          block-size:
            veritas-kafka: {any: {options: {block.transactions.max: "{value}"}}}
          mode:
            veritas-kafka: {sync: {}, slow: it has no brakes}
            etcd: {sync: {properties: {etcd.retries: 1}}}
        """;

    Plan sizes = files.plan(text + "vary: {block-size: [10]}\n");
    assertThat(sizes.skipped()).containsExactly("a of etcd: it has no block-size");
    assertThat(sizes.groups())
        .singleElement()
        .satisfies(
            group ->
                assertThat(group.cluster().options())
                    .isEqualTo(Map.of("block.transactions.max", "10")));

    Plan modes = files.plan(text + "vary: {mode: [sync, slow]}\n");
    assertThat(modes.skipped())
        .containsExactly(
            "a of veritas-kafka: mode=slow: it has no brakes",
            "a of etcd: mode=slow means nothing to it");
    assertThat(modes.groups()).hasSize(2);
  }

  @Test
  void aSettingMayMeanTheSameToAllSystemsThatAreNotNamed() {
    String text =
        """
        name: a
        title: A
        repeats: 1
        systems: [etcd, fabric]
        workload: multi
        means:
          mix:
            fabric: {reads: it has none}
            any: {reads: {properties: {multi.reads: 100}}}
        vary: {mix: [reads]}
        """;

    Plan plan = files.plan(text);

    assertThat(plan.groups())
        .singleElement()
        .satisfies(
            group ->
                assertThat(group.runs().get(0).point().run().properties())
                    .containsEntry("multi.reads", "100"));
    assertThat(plan.skipped()).containsExactly("a of fabric: mix=reads: it has none");
  }

  @Test
  void whatIsNotReplicatedHasRunsOnOneNodeAlone() {
    String text = "name: a\ntitle: A\nrepeats: 1\nsystems: [postgresql]\n";

    Plan nodes = files.plan(text + "vary: {nodes: [1, 4]}\n");
    assertThat(nodes.groups()).hasSize(1);
    assertThat(nodes.skipped())
        .containsExactly("a of postgresql: it has 1 node, since nothing is replicated");
    Plan network = files.plan(text + "nodes: 1\nvary: {\"option:network.rtt.ms\": [5]}\n");
    assertThat(network.groups()).isEmpty();
    assertThat(network.skipped())
        .containsExactly("a of postgresql: it takes no network.* options: it has one node");
  }

  @Test
  void anOptionThatASystemDoesNotHaveIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> plan("options: {blocks: 1}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown option 'blocks'");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyExperimentOfTheReleaseHasRunsOnEverySystemThatItIsAbout(boolean quick) {
    List<Path> released = Experiment.filesIn(TestExperiments.released("experiments"));
    assertThat(released).hasSizeGreaterThan(10);
    for (Path file : released) {
      Experiment experiment = Experiment.read(file);
      assertThat(file.getFileName()).hasToString(experiment.name() + ".yaml");
      for (String system : experiment.systems()) {
        Plan plan =
            Plan.of(
                List.of(experiment),
                List.of(Systems.byName(system).name()),
                quick,
                TestExperiments.released("workloads"));
        assertThat(plan.groups().size() + plan.skipped().size())
            .as("%s of %s", experiment.name(), system)
            .isPositive();
      }
    }
  }

  @Test
  void wordsAndVersionsStayAsTheFileHasThem() {
    Plan plan = plan("repeats: 1\nvary: {'property:etcd.word': [off, read, 3.10]}");

    assertThat(plan.groups().get(0).runs())
        .extracting(run -> run.point().label())
        .containsExactly(
            "property:etcd.word=off", "property:etcd.word=read", "property:etcd.word=3.10");
  }
}
