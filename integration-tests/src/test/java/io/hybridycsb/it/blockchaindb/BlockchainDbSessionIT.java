package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.harness.system.Model;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.ycsb.YcsbHistory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What clients are told by default, on a chain that one node seals: it has no reorganisation. Where
 * several seal, what a reorganisation takes back may have been read before. A thread is promised
 * what it has read itself and what its process has written, so a session is a thread's.
 */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbSessionIT {
  @RegisterExtension private static final LocalCluster CLUSTER = new BlockchainDbCluster(1, 16);

  @Test
  void aHistoryOfUpdatesOfTenFieldsKeepsToSession() throws Exception {
    Path directory = Files.createTempDirectory(CLUSTER.runDirectory(), "histories");
    Path load = directory.resolve("load.jsonl");
    Path run = directory.resolve("run.jsonl");
    Map<String, String> workload =
        Map.of(
            "table", "history",
            "fieldlength", "20",
            "recordcount", "10",
            "requestdistribution", "zipfian");
    CLUSTER.ycsb("load", "workloada", with(workload, Map.of("hybrid.history", load.toString())));
    CLUSTER.ycsb(
        "run",
        "workloada",
        with(workload, Map.of("hybrid.history", run.toString(), "operationcount", "600")));

    YcsbHistory.of(List.of(load, run)).requireThatItIs(Model.SESSION);
    CLUSTER.requireAuditPasses();
  }

  private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(some);
    all.putAll(more);
    return all;
  }
}
