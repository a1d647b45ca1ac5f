package io.hybridycsb.it.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.TimedWorkloadTests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two shards of three nodes each, values in code. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbWorkloadIT extends TimedWorkloadTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new BlockchainDbCluster(400).with("layout", "code").with("shards", "2");

  /** If sealers are late, another block may replace the newest one. */
  @Override
  protected Map<String, String> insertsForOthers() {
    return Map.of("blockchaindb.commit", "depth:3");
  }

  /** The chain's client keeps the ledger, and doesn't tell how long that takes. */
  @Override
  protected List<String> componentsOfCommits() {
    return List.of("consensus", "database", "other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"online", "offline"})
  void everyReadStandsAgainstItsProof(String verify) {
    YcsbReport reads =
        CLUSTER.ycsb(
            "run",
            "workloadc",
            Map.of(
                "blockchaindb.verify",
                verify,
                "recordcount",
                "400",
                "operationcount",
                "500",
                "dataintegrity",
                "true"));

    assertThat(reads.committed()).isEqualTo(500);
    assertThat(reads.wrongReads()).isZero();
  }

  @Test
  void aWriteMayBeAcknowledgedInThePoolOrDeepInTheChain() {
    for (String commit : new String[] {"pool", "depth:2"}) {
      Map<String, String> properties =
          Map.of("table", "commits", "recordcount", "200", "blockchaindb.commit", commit);
      assertThat(CLUSTER.ycsb("load", "workloada", properties).committed()).isEqualTo(200);
    }
  }

  @Test
  void aValueLargerThanCodeMayBeIsRefusedAndTheBindingSaysWhy() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of(
                "table", "large", "recordcount", "4", "fieldcount", "1", "fieldlength", "30000"));

    assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 4");
    assertThat(load.err()).contains("is larger than a contract's code may be, 24575 bytes");
  }

  @Test
  void aNodeHasTheChainsOfItsShardsOnly() throws Exception {
    try (Stream<Path> directories = Files.list(CLUSTER.runDirectory())) {
      assertThat(directories.map(path -> path.getFileName().toString()))
          .filteredOn(name -> name.startsWith("geth"))
          .containsExactlyInAnyOrder(
              "geth1", "geth2", "geth3", "geth4-shard2", "geth1-shard2", "geth2-shard2");
    }
    assertThat(CLUSTER.runDirectory().resolve("node3/data/shard1")).isDirectory();
    assertThat(CLUSTER.runDirectory().resolve("node3/data/shard2")).doesNotExist();
    assertThat(CLUSTER.runDirectory().resolve("node4/data/shard1")).doesNotExist();
  }

  @Test
  void whileANodeOfAShardIsDownTheOthersTakeWritesAndProveThem() {
    Map<String, String> properties = Map.of("table", "loss", "recordcount", "200");
    CLUSTER.kill("node4", "geth4-shard2");
    try {
      assertThat(CLUSTER.ycsb("load", "workloada", properties).committed()).isEqualTo(200);
      Map<String, String> verified = new TreeMap<>(properties);
      verified.put("blockchaindb.verify", "online");
      verified.put("operationcount", "200");
      assertThat(CLUSTER.ycsb("run", "workloadc", verified).committed()).isEqualTo(200);
    } finally {
      CLUSTER.restart("geth4-shard2", "node4");
    }
  }

  @Test
  void theNodesServeWhatTheirChainsSay() {
    CLUSTER.requireAuditPasses();
  }
}
