package io.hybridycsb.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.NodeLossTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.SystemTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of Fabric; those that say more are in classes of their own. */
@Tag("fabric")
class FabricIT {
  /**
   * All clients go to one peer, which makes reads and writes of each record linearizable; others
   * die.
   */
  @Nested
  class EverySystem extends SystemTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new FabricCluster(2).with("orderers", "3").with("endorsement", "any");

    @Override
    protected List<String> node() {
      return List.of("node2", "orderer2");
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of(
          "fabric.peers", CLUSTER.process("node1").address(),
          "fabric.commit.timeout.ms", "5000",
          "fabric.timeout.ms", "10000");
    }
  }

  /** The peers that keep their state in bbolt, by our own code; one dies. */
  @Nested
  @Tag("campaign")
  class BboltSystem extends SystemTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new FabricCluster(2)
            .with("orderers", "3")
            .with("endorsement", "any")
            .with("state.store", "bbolt");

    @Override
    protected List<String> node() {
      return List.of("node2", "orderer2");
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of(
          "fabric.peers", CLUSTER.process("node1").address(),
          "fabric.commit.timeout.ms", "5000",
          "fabric.timeout.ms", "10000");
    }
  }

  /**
   * All clients go to one peer, which makes reads and writes of each record linearizable; the
   * others die.
   */
  @Nested
  @Tag("campaign")
  class OnePeer extends NodeLossTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new FabricCluster(2).with("orderers", "3").with("endorsement", "any");

    @Override
    protected List<List<String>> losses() {
      return List.of(List.of("node2", "orderer2"));
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of(
          "fabric.peers", CLUSTER.process("node1").address(),
          "fabric.commit.timeout.ms", "5000",
          "fabric.timeout.ms", "10000");
    }
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new FabricCluster(2).notStarted();
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new FabricCluster(2).with("orderers", "3").with("endorsement", "any");

    @Override
    protected List<List<String>> losses() {
      return List.of(List.of("node1", "orderer1"), List.of("node2", "chaincode2"));
    }

    @Override
    protected int commits() {
      return 60;
    }

    @Override
    protected int transactionsOfClient() {
      return 300;
    }

    /** A transaction that only reads is evaluated on one peer, which may lag behind. */
    @Override
    protected String model() {
      return "serializable";
    }
  }

  /**
   * Peers and orderers die under load; the leader of the orderers is among them. Any organisation
   * may endorse, so one peer of two is enough. Clients go to both peers, and reads of different
   * peers are not linearizable: that is tested by itself.
   */
  @Nested
  @Tag("campaign")
  class NodeLoss extends NodeLossTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new FabricCluster(2).with("orderers", "3").with("endorsement", "any");

    @Override
    protected List<List<String>> losses() {
      return List.of(
          List.of("node1", "orderer1"),
          List.of("node2", "chaincode2", "orderer2"),
          List.of("orderer3"));
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("fabric.commit.timeout.ms", "5000", "fabric.timeout.ms", "10000");
    }

    @Override
    protected boolean isLinearizable() {
      return false;
    }

    /**
     * Each peer has all records and answers by itself; the audit waits until both have caught up.
     */
    @Override
    protected List<Map<String, String>> readers() {
      CLUSTER.requireAuditPasses();
      return IntStream.rangeClosed(1, CLUSTER.nodes())
          .mapToObj(i -> Map.of("fabric.peers", CLUSTER.process("node" + i).address()))
          .toList();
    }

    @Test
    void aNetworkWithoutPeersGivesOneLineAtTheStart() {
      String[] peers = {"node1", "node2"};
      CLUSTER.kill(peers);
      try {
        Ended load =
            CLUSTER.workload(
                "load", "workloada", Map.of("fabric.connect.timeout.ms", "1000", "table", "none"));

        assertThat(load.status()).as("%s", load).isEqualTo(1);
        assertThat(load.err().lines().filter(line -> line.startsWith("fabric: ")))
            .singleElement()
            .asString()
            .startsWith("fabric: no peer of ")
            .contains(" answered within 1000 ms");
        assertThat(load.text()).doesNotContain("Exception").doesNotContain("\tat ");
      } finally {
        CLUSTER.restart(peers);
      }
    }
  }
}
