package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The smallest and the largest blocks and records of the paper's experiments (sections 4.7, 4.8).
 */
public abstract class SizeTests extends ClusterTests<LocalCluster> {
  private static final int RECORDS = 60;
  private static final List<Integer> RECORD_BYTES = List.of(512, 131_072);

  @Test
  void blocksOf10To10000TransactionsCarryRecordsOf512BytesTo128Kilobytes() {
    RECORD_BYTES.forEach(bytes -> load("small-blocks", bytes));
    RECORD_BYTES.forEach(bytes -> run("small-blocks", bytes));
    cluster().down();
    cluster().with("block.transactions.max", "10000");
    cluster().up();
    RECORD_BYTES.forEach(bytes -> load("large-blocks", bytes));
    RECORD_BYTES.forEach(bytes -> run("small-blocks", bytes));
    cluster().requireAuditPasses();
  }

  private void load(String table, int recordBytes) {
    YcsbReport load = cluster().ycsb("load", "workloada", properties(table, recordBytes));
    assertThat(load.committed()).as("%d bytes", recordBytes).isEqualTo(RECORDS);
  }

  private void run(String table, int recordBytes) {
    YcsbReport run = cluster().ycsb("run", "workloada", properties(table, recordBytes));
    long aborted = run.uncommitted().getOrDefault("ABORTED", 0L);
    assertThat(run.wrongReads()).isZero();
    assertThat(run.committed() + aborted).as("%d bytes", recordBytes).isEqualTo(RECORDS * 2L);
  }

  private static Map<String, String> properties(String table, int recordBytes) {
    Map<String, String> properties = new HashMap<>();
    properties.put("table", table + recordBytes);
    properties.put("recordcount", Integer.toString(RECORDS));
    properties.put("operationcount", Integer.toString(RECORDS * 2));
    properties.put("fieldlength", Integer.toString(recordBytes / 10));
    properties.put("dataintegrity", "true");
    return properties;
  }
}
