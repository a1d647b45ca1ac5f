package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.BrokerLossTests;
import io.hybridycsb.it.suites.NodeLossTests;
import io.hybridycsb.it.suites.ProcedureTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.ServerLossTests;
import io.hybridycsb.it.suites.SystemTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of relational-kafka; those that say more are in classes of their own. */
@Tag("relational-kafka")
class RelationalKafkaIT {
  /** Two of three nodes decide: a MariaDB dies, and a PostgreSQL holds something else. */
  @Nested
  class EverySystem extends SystemTests {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    private static final RelationalKafkaCluster CLUSTER = new RelationalKafkaCluster(3);

    @Override
    protected List<String> node() {
      return CLUSTER.node(2);
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("relational.read", "ordered");
    }

    /** The node that died and another one each have all records and answer by themselves. */
    @Override
    protected List<Map<String, String>> readers() {
      return CLUSTER.clientsOfOneNode(2);
    }

    @Override
    protected boolean hasProcedures() {
      return true;
    }

    @Test
    @Order(5)
    void aNodeWhoseDatabaseWasChangedIsOutvotedAndAgreesOnceItHasAnEmptyOne() throws Exception {
      CLUSTER.hybridOn("put", "--table", "ledger", "anna", "money=100").requireSuccess();
      changeBehindTheBackOfNode3();
      CLUSTER.hybridOn("put", "--table", "ledger", "anna", "money=300").requireSuccess();
      await().atMost(PATIENCE).until(() -> !CLUSTER.isRunning("node3"));
      assertThat(CLUSTER.hybridOn("logs", "node3").out()).contains("node3 is outvoted: block ");
      Ended again = CLUSTER.runDirectly("node3", PATIENCE);
      assertThat(again.status()).as("%s", again).isEqualTo(1);
      assertThat(again.err()).contains("node3 is outvoted: block ", "on node1, node2");

      CLUSTER.hybridOn("restart", "node3", "--fresh").requireSuccess();
      CLUSTER.requireAuditPasses();
    }

    @Test
    @Order(6)
    void aNodesDatabaseLetsInNobodyWithoutAPasswordAndTheNodeHasNoRightsElsewhere()
        throws Exception {
      Databases databases = new Databases(CLUSTER);
      String name = Databases.OF_NODES;

      databases.requireNoMoreRights("postgresql1", name, name);
      databases.requireNoMoreRights("mariadb2", name, name);
    }

    /** As the superuser, who may do without triggers. */
    private static void changeBehindTheBackOfNode3() throws Exception {
      try (Connection connection =
              new Databases(CLUSTER).superuser("postgresql3", Databases.OF_NODES);
          Statement statement = connection.createStatement()) {
        statement.execute("SET session_replication_role = replica");
        int changed =
            statement.executeUpdate(
                "UPDATE \"%s\" SET \"money\" = '200'::bytea WHERE ycsb_key = 'anna'"
                    .formatted(CLUSTER.table("ledger")));
        assertThat(changed).isEqualTo(1);
      }
    }
  }

  @Nested
  @Tag("campaign")
  class BrokerLoss extends ServerLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new RelationalKafkaCluster(3);

    @Override
    protected String server() {
      return "kafka1";
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("relational.read", "ordered");
    }

    @Override
    protected int commits() {
      return 100;
    }

    @Override
    protected int operationsOfClient() {
      return 1_000;
    }

    @Override
    protected int operationsPerSecond() {
      return 200;
    }
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new RelationalKafkaCluster(3);
  }

  /** As many nodes on PostgreSQL as on MariaDB: without those of both kinds nothing is decided. */
  @Nested
  @Tag("campaign")
  class Procedures extends ProcedureTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new RelationalKafkaCluster(4);
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = new RelationalKafkaCluster(3).notStarted();
  }

  @Nested
  @Tag("campaign")
  class ThreeBrokers extends BrokerLossTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new RelationalKafkaCluster(3).with("kafka.brokers", "3");

    @Override
    protected String topic() {
      return "relational";
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("relational.read", "ordered");
    }

    @Override
    protected int commits() {
      return 100;
    }

    @Override
    protected int operationsOfClient() {
      return 1_000;
    }

    @Override
    protected int operationsPerSecond() {
      return 200;
    }
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension
    private static final RelationalKafkaCluster CLUSTER = new RelationalKafkaCluster(3);

    @Override
    protected List<List<String>> losses() {
      return List.of(CLUSTER.node(2), List.of("node3"), List.of(CLUSTER.database(1)));
    }

    @Override
    protected int commits() {
      return 100;
    }

    @Override
    protected int transactionsOfClient() {
      return 500;
    }
  }

  @Nested
  @Tag("campaign")
  class NodeLoss extends NodeLossTests {
    @RegisterExtension
    private static final RelationalKafkaCluster CLUSTER = new RelationalKafkaCluster(3);

    /** Each kind of process alone, and whole nodes. */
    @Override
    protected List<List<String>> losses() {
      return List.of(
          List.of(CLUSTER.database(1)), List.of("node3"), CLUSTER.node(2), CLUSTER.node(3));
    }

    @Override
    protected Map<String, String> loadProperties() {
      return Map.of("relational.read", "ordered");
    }

    @Override
    protected List<Map<String, String>> readers() {
      return CLUSTER.clientsOfOneNode(CLUSTER.nodes());
    }

    @Override
    protected int commits() {
      return 100;
    }

    @Override
    protected int operationsOfClient() {
      return 1_000;
    }

    @Override
    protected int operationsPerSecond() {
      return 200;
    }
  }
}
