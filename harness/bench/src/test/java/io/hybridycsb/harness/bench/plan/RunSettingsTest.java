package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSettingsTest {
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

  private Point point(String settings) {
    List<Point> points = files.points(named("a", settings), "etcd");
    assertThat(points).hasSize(1);
    return points.get(0);
  }

  private RunSettings run(String settings) {
    return point(settings).run();
  }

  /** YCSB takes a target of 0 for none at all. */
  @Test
  void aTargetThatDoesNotReachAllProcessesIsRefused() {
    assertThatThrownBy(() -> plan("client-processes: 2\ntarget: 1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("target must be a whole number, at least 2");
  }

  /** A thread of YCSB's that should pause for longer ends at once. */
  @Test
  void atALowTargetSoManyClientsRunThatEachHasAnOperationEveryTwoSeconds() {
    Plan plan = plan("repeats: 1\nclients: 64\nvary: {target: [5, 40]}");

    assertThat(plan.groups().get(0).runs())
        .extracting(run -> run.point().run().threads())
        .containsExactly(10, 64);
  }

  @Test
  void atALowTargetSeveralProcessesHaveAsManyClientsEach() {
    assertThat(run("clients: 64\nclient-processes: 2\ntarget: 7").threads()).isEqualTo(12);
  }

  @Test
  void theEndOfAWarmUpIsFoundUnlessItsLengthIsGiven() {
    assertThat(run("").length().warmUp()).isEqualTo(new WarmUp(true, 120));
    assertThat(run("warm-up-max: 60").length().warmUp()).isEqualTo(new WarmUp(true, 60));
    assertThat(run("warm-up: 20").length().warmUp()).isEqualTo(new WarmUp(false, 20));
    assertThat(run("warm-up: 0").length().warmUp().exists()).isFalse();
    assertThatThrownBy(() -> run("warm-up: all"))
        .isInstanceOf(UsageException.class)
        .hasMessage("a: warm-up is auto or a number of seconds, not 'all'");
  }

  @Test
  void serversOfANewClusterHaveLongerToWarmUp() {
    assertThat(run("warm-up-max: 60").length().warmUp().onNewCluster())
        .isEqualTo(new WarmUp(true, 180));
    assertThat(run("warm-up: 20").length().warmUp().onNewCluster())
        .isEqualTo(new WarmUp(false, 20));
  }

  @Test
  void severalProcessesDoNotVerifyWhatTheOthersChange() {
    String text = "workload: smallbank\nclients: 4\n";

    assertThat(run(text).properties()).doesNotContainKey("transaction.verify");
    assertThat(run(text + "client-processes: 2").properties())
        .containsEntry("transaction.verify", "false");
  }

  @Test
  void severalProcessesThatWouldInsertTheSameKeysAreRefused() {
    for (String inserting : List.of("workload: d", "properties: {insertproportion: 1}")) {
      assertThatThrownBy(() -> plan(inserting + "\nclient-processes: 2"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("the same keys");
    }
  }

  @Test
  void aRecordsSizeIsSpreadOverItsFields() {
    assertThat(point("record-size: 512").cluster().load().data())
        .isEqualTo(Map.of("fieldcount", "10", "fieldlength", "51"));
  }

  @Test
  void aZipfianConstantIsPartOfTheDistributionsName() {
    assertThat(run("distribution: zipfian-0.5").properties())
        .containsEntry("requestdistribution", "zipfian")
        .containsEntry(BenchWorkload.CONSTANT, "0.5");
  }

  @Test
  void processingTimeIsOfTheClientsAndLeavesTheClusterAsItIs() {
    Plan plan = plan("repeats: 1\nvary: {processing-ms: [0, 10]}");

    assertThat(plan.groups())
        .singleElement()
        .satisfies(
            group ->
                assertThat(group.runs())
                    .extracting(
                        run ->
                            run.point().run().properties().getOrDefault("hybrid.processing.ms", ""))
                    .containsExactly("", "10"));
  }
}
