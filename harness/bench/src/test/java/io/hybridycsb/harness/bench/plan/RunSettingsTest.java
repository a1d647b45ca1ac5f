package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        .containsEntry(RunSettings.CONSTANT, "0.5");
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

  private String workload(String text) {
    return "workload: '%s'\n".formatted(files.write("mine", text));
  }

  @Test
  void aWorkloadFileCountsUnlessTheExperimentNamesSomethingElse() {
    assertThat(run("workload: paper-a-zipfian").properties())
        .containsEntry("requestdistribution", "zipfian")
        .containsEntry("readproportion", "0.5");
    assertThat(run("workload: paper-a-latest\ndistribution: uniform").properties())
        .containsEntry("requestdistribution", "uniform");
    assertThat(
            run("workload: paper-a-latest\nproperties: {requestdistribution: hotspot}")
                .properties())
        .containsEntry("requestdistribution", "hotspot");
    String skewed = workload("requestdistribution=zipfian\nzipfian.constant=0.5\n");
    assertThat(run(skewed).properties()).containsEntry(RunSettings.CONSTANT, "0.5");
    assertThat(run(skewed + "distribution: zipfian").properties())
        .doesNotContainKey(RunSettings.CONSTANT);
    assertThat(run("workload: a").properties())
        .isEqualTo(
            Map.of("requestdistribution", "uniform", "fieldcount", "10", "fieldlength", "100"));
    assertThat(run("workload: d").properties()).containsEntry("requestdistribution", "latest");
  }

  @Test
  void aWorkloadFilesRecordsAreLoadedUnlessTheExperimentHasASize() {
    String own = workload("fieldcount=4 \nfieldlength=7\nfieldnameprefix=f\nmaxscanlength=9\n");

    assertThat(point(own).cluster().load().data())
        .isEqualTo(Map.of("fieldcount", "4", "fieldlength", "7", "fieldnameprefix", "f"));
    assertThat(run(own).properties()).containsEntry("maxscanlength", "9");
    assertThat(point(own + "record-size: 80").cluster().load().data())
        .containsEntry("fieldcount", "4")
        .containsEntry("fieldlength", "20");
    assertThat(point(own + "record-size: 80\nproperties: {fieldlength: 5}").cluster().load().data())
        .containsEntry("fieldlength", "5");
  }

  @Test
  void aWorkloadByItsPathIsWhatRuns() {
    RunSettings run = run(workload("readproportion=1\n"));

    assertThat(run.workload()).isEqualTo(directory.resolve("mine").toAbsolutePath().toString());
    assertThat(run.properties()).containsEntry("readproportion", "1");
    assertThatThrownBy(() -> run("workload: /no/workload"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no workload /no/workload");
  }

  @Test
  void aWorkloadInsertsByItsProportionWhateverItsName() {
    String inserting = workload("insertproportion=0.5\nrequestdistribution=uniform\n");

    assertThat(plan("repeats: 2\n" + inserting).groups().get(0).starts()).isEqualTo(2);
    assertThatThrownBy(() -> plan(inserting + "client-processes: 2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("the same keys");
    assertThat(run(inserting + "properties: {insertproportion: 0}").inserts()).isFalse();
    assertThat(run("workload: e").inserts()).isTrue();
    assertThat(run("workload: f").inserts()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "threadcount, clients",
    "target, target",
    "operationcount, operations",
    "recordcount, records",
    "maxexecutiontime, seconds",
    "workload, workload"
  })
  void aPropertyThatASettingIsForIsRefused(String property, String setting) {
    for (String where : List.of("properties: {%s: 2}", "load-properties: {%s: 2}")) {
      assertThatThrownBy(() -> plan(where.formatted(property)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(property)
          .hasMessageContaining(
              where.startsWith("load") && setting.equals("clients")
                  ? "'load-clients'"
                  : "'" + setting + "'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exportfile", "exporter", "status", "hdrhistogram.output.path"})
  void aPropertyThatTheHarnessNeedsIsRefused(String property) {
    assertThatThrownBy(() -> plan("vary: {'property:%s': [x]}".formatted(property)))
        .isInstanceOf(UsageException.class)
        .hasMessage("a: bench itself sets the property %s: leave it out".formatted(property));
    assertThatThrownBy(() -> plan(workload(property + "=x\n")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("bench itself sets the property " + property);
  }

  @Test
  void aMistypedPropertyOfYcsbIsRefused() {
    assertThatThrownBy(() -> plan("properties: {requestdistribtion: latest}"))
        .isInstanceOf(UsageException.class)
        .hasMessage("a: YCSB has no property requestdistribtion; near it: requestdistribution");
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "operations", "clients", "seconds"})
  void aNumberThatYcsbCannotCountToIsRefusedWithTheGreatest(String setting) {
    for (String number : List.of("3000000000", "99999999999999999999")) {
      assertThatThrownBy(() -> plan("%s: %s".formatted(setting, number)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(setting + " must be at most 2147483647, not")
          .hasMessageContaining(number);
    }
  }

  @Test
  void fieldLengthsOfAFileReachTheLoadAndItsContentDecidesWhatIsLoaded() {
    Path lengths = files.write("h.txt", "BlockSize\t10\n0\t5\n1\t3\n2\t2\n");
    String text =
        "properties: {fieldlengthdistribution: histogram, fieldlengthhistogram: '%s'}"
            .formatted(lengths);
    ClusterSettings before = point(text).cluster();

    assertThat(before.load().data()).containsEntry("fieldlengthhistogram", lengths.toString());
    assertThat(point(text).cluster()).isEqualTo(before);
    files.write("h.txt", "BlockSize\t10\n0\t5\n1\t3\n2\t3\n");
    assertThat(point(text).cluster()).isNotEqualTo(before);
    files.write("h.txt", "10\n20\n");
    assertThatThrownBy(() -> plan(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has a line 'BlockSize'");
    assertThatThrownBy(() -> plan("properties: {fieldlengthdistribution: histogram}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("fieldlengthhistogram=hist.txt: is there such a file?");
  }

  @Test
  void aConstantThatNoCoreWorkloadCanDrawWithIsRefusedBeforeTheLoad() {
    for (String wrong : List.of("skew: 1.5", "skew: 1", "skew: 0.5\nworkload: d")) {
      assertThatThrownBy(() -> plan(wrong)).isInstanceOf(UsageException.class);
    }
    assertThatThrownBy(() -> plan("properties: {zipfian.constant: 0.5}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("zipfian.constant is of zipfian keys, and these are uniform");
  }
}
