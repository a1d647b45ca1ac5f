package io.hybridycsb.it.veritas.tendermint;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.cluster.TestClient;
import io.hybridycsb.it.suites.HistoryTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.SizeTests;
import io.hybridycsb.it.suites.TimedWorkloadTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import io.hybridycsb.it.veritas.ClientPage;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasTamperTests;
import io.hybridycsb.it.veritas.VeritasTestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Suites on clusters of veritas-tm; those that say more are in classes of their own. */
@Tag("veritas-tm")
class VeritasTmIT {
  /** Reads with {@code veritas.read=linearizable}, by clients that know nothing of each other. */
  @Nested
  @Tag("campaign")
  class History extends HistoryTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

    @Override
    protected TestClient connect() {
      return VeritasTestClient.linearizable(CLUSTER);
    }

    @Override
    protected int callsBetweenFaults() {
      return 250;
    }

    @Override
    protected List<Runnable> faults() {
      return List.of(
          () -> dies("node2"),
          () -> dies("validator3"),
          () -> dies("redis1"),
          () -> CLUSTER.flush("redis4"),
          () -> dies("node1", "node3"));
    }
  }

  @Nested
  @Tag("campaign")
  class OneNode extends VeritasTmClusterTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(1);
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new VeritasTmCluster(4).notStarted();
  }

  /**
   * One client that goes from node to node, with {@code veritas.read=session}. No node shows it
   * less than it has seen before, so its own history passes the same checks as any.
   */
  @Nested
  @Tag("campaign")
  class SessionHistory extends HistoryTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

    @Override
    protected TestClient connect() {
      return VeritasTestClient.inOneSession(CLUSTER);
    }

    @Override
    protected int callsBetweenFaults() {
      return 250;
    }

    @Override
    protected List<Runnable> faults() {
      return List.of(
          () -> dies("node2", "redis2"), () -> dies("validator1"), () -> dies("node3", "node4"));
    }
  }

  /** Seven validators decide while two of them are dead. */
  @Nested
  @Tag("campaign")
  class SevenNodes extends VeritasTmClusterTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = sevenSmallNodes();

    private static VeritasCluster sevenSmallNodes() {
      VeritasCluster cluster = new VeritasTmCluster(7);
      cluster.with("node.heap", "128m");
      return cluster;
    }

    @Test
    void theOthersGoOnWhileTwoNodesAndTheirValidatorsAreDead() {
      String[] dead = {"node6", "validator6", "node7", "validator7"};
      CLUSTER.kill(dead);
      try (VeritasTestClient client = CLUSTER.connect()) {
        for (int node = 0; node < 5; node++) {
          awaitWrite(client, node, "alive", "value" + node);
        }
      } finally {
        CLUSTER.restart(dead);
      }
    }
  }

  @Nested
  @Tag("campaign")
  class Size extends SizeTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new VeritasTmCluster(3).with("block.transactions.max", "10");
  }

  @Nested
  @Tag("campaign")
  class Tamper extends VeritasTamperTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new VeritasTmCluster(4);

    @Override
    protected List<List<String>> losses() {
      return List.of(List.of("node2", "validator2"), List.of("validator3"), List.of("node4"));
    }

    @Override
    protected int commits() {
      return 60;
    }

    @Override
    protected int transactionsOfClient() {
      return 300;
    }

    /** So that transactions that only read are in the chain's order, too. */
    @Override
    protected Map<String, String> properties() {
      return Map.of("veritas.read", "linearizable");
    }
  }

  @Nested
  @Tag("campaign")
  class Workload extends TimedWorkloadTests {
    @RegisterExtension private static final VeritasTmCluster CLUSTER = new VeritasTmCluster(4);

    @Test
    void theProgramOnTheClientsPagePrintsWhatThePageSays(@TempDir Path directory)
        throws IOException {
      ClientPage.requireItHolds(CLUSTER, directory);
    }
  }
}
