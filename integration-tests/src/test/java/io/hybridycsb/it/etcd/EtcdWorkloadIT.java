package io.hybridycsb.it.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.WorkloadTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("etcd")
class EtcdWorkloadIT extends WorkloadTests {
  /** A pause must cause no election, which would leave the leader's pending writes unknown. */
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new EtcdCluster(3).with("election.ms", "10000").with("request.bytes.max", "65536");

  private static YcsbReport run(Map<String, String> properties) {
    return CLUSTER.ycsb("run", "workloada", properties);
  }

  @Test
  void everyOperationOf256ThreadsCommitsOrAborts() {
    Map<String, String> load =
        Map.of(
            "table", "wide", "threadcount", "256", "recordcount", "2560", "dataintegrity", "true");
    assertThat(CLUSTER.ycsb("load", "workloada", load).committed()).isEqualTo(2_560);

    YcsbReport run =
        run(
            Map.of(
                "table",
                "wide",
                "threadcount",
                "256",
                "recordcount",
                "2560",
                "operationcount",
                "5120",
                "dataintegrity",
                "true"));

    assertThat(run.committed() + run.uncommitted().getOrDefault("ABORTED", 0L)).isEqualTo(5_120);
    assertThat(run.wrongReads()).isZero();
  }

  @Test
  void serializableReadsFindWhatEveryMemberHasHadTimeToApply() {
    YcsbReport run =
        run(
            Map.of(
                "etcd.read",
                "serializable",
                "readproportion",
                "1",
                "updateproportion",
                "0",
                "recordcount",
                "400",
                "operationcount",
                "1000",
                "dataintegrity",
                "true"));

    assertThat(run.committed()).isEqualTo(1_000);
    assertThat(run.wrongReads()).isZero();
  }

  @Test
  void aRecordThatIsTooLargeIsRefusedAndTheBindingSaysSo() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of("table", "large", "recordcount", "8", "fieldlength", "20000"));

    assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 8");
    assertThat(load.err()).contains("etcd: etcd refuses a write: etcdserver: request is too large");
  }

  @Test
  void peopleWriteReadAndDeleteRecords() {
    CLUSTER.hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852");

    CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
  }
}
