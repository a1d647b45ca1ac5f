package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.NodeLossTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import io.hybridycsb.it.suites.WorkloadTests;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of relational-tm; those that say more are in classes of their own. */
@Tag("relational-tm")
class RelationalTmIT {
  @Nested
  class EverySystem extends RelationalTmSystemTests {
    @RegisterExtension
    private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onPostgresql(4);

    @Override
    RelationalTmCluster chain() {
      return CLUSTER;
    }

    /** In every build on a relational chain over Kafka. */
    @Override
    @Test
    @Tag("campaign")
    @Order(2)
    protected void transactionsAreDoneWholeAndOnceOrAreSaidNotToBeThere() {
      super.transactionsAreDoneWholeAndOnceOrAreSaidNotToBeThere();
    }

    @Test
    @Order(5)
    void aRowThatSomebodyHasChangedInADatabaseIsNamedByTheAudit() throws Exception {
      CLUSTER.hybridOn("put", "--table", "ledger", "anna", "money=100").requireSuccess();

      change(3, "200");
      Ended audit = CLUSTER.audit();
      assertThat(audit.status()).as("%s", audit).isEqualTo(1);
      assertThat(audit.out()).contains("node3: ", "anna");

      change(3, "100");
      CLUSTER.requireAuditPasses();
    }

    /** Behind the node's back: as the superuser, who may do without triggers. */
    private static void change(int node, String money) throws SQLException {
      try (Connection connection =
              new Databases(CLUSTER).superuser("postgresql" + node, Databases.OF_NODES);
          Statement statement = connection.createStatement()) {
        statement.execute("SET session_replication_role = replica");
        int changed =
            statement.executeUpdate(
                "UPDATE \"%s\" SET \"money\" = '%s'::bytea WHERE ycsb_key = 'anna'"
                    .formatted(CLUSTER.table("ledger"), money));
        assertThat(changed).isEqualTo(1);
      }
    }
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalTmCluster.onPostgresql(4);
  }

  @Nested
  @Tag("campaign")
  class MariaDbSystem extends RelationalTmSystemTests {
    @RegisterExtension
    private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onMariaDb(4);

    @Override
    RelationalTmCluster chain() {
      return CLUSTER;
    }
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = RelationalTmCluster.onPostgresql(4).notStarted();
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension
    private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onPostgresql(4);

    @Override
    protected List<List<String>> losses() {
      return List.of(CLUSTER.node(2), List.of("validator3"), List.of(CLUSTER.database(4)));
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
    private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onPostgresql(4);

    /** Each kind of process alone, and a whole node. */
    @Override
    protected List<List<String>> losses() {
      return List.of(
          List.of(CLUSTER.database(1)),
          List.of("validator2"),
          List.of("node3", "validator3"),
          CLUSTER.node(4));
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

  @Nested
  @Tag("campaign")
  class Workload extends WorkloadTests {
    @RegisterExtension
    private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onPostgresql(4);

    @Test
    void whatIsOnlyAcceptedIsCommittedToo() {
      Ended load =
          CLUSTER.workload(
              "load",
              "workloada",
              Map.of("table", "async", "recordcount", "200", "relational.commit", "async"));
      assertThat(load.out()).as("%s", load).contains("[INSERT], Return=OK, 200");

      // Ordered after all of them.
      YcsbReport all =
          CLUSTER.ycsb(
              "run",
              "workloadc",
              Map.of(
                  "table", "async",
                  "recordcount", "200",
                  "operationcount", "200",
                  "requestdistribution", "sequential",
                  "relational.read", "ordered"));
      assertThat(all.committed()).isEqualTo(200);
    }

    @Test
    void aNameThatATableCannotHaveIsRefusedAndTheBindingSaysSo() {
      Ended load =
          CLUSTER.workload(
              "load", "workloada", Map.of("table", "t".repeat(200), "recordcount", "8"));

      assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 8");
      assertThat(load.err()).contains("relational-tm: table ");
    }

    @Test
    void peopleWriteReadAndDeleteRecords() {
      CLUSTER
          .hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852")
          .requireSuccess();
      CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
      assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").requireSuccess().out())
          .contains("  born=1815", "  died=27.11.1852");

      CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();
      assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
    }
  }
}
