package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.Ended;
import io.hybridycsb.it.SystemTests;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two of three nodes decide: a MariaDB dies, and a PostgreSQL holds something else. */
@Tag("relational-kafka")
class RelationalKafkaSystemIT extends SystemTests {
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
  void aNodesDatabaseLetsInNobodyWithoutAPasswordAndTheNodeHasNoRightsElsewhere() throws Exception {
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
