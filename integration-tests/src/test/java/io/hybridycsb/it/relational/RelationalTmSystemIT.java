package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("relational-tm")
class RelationalTmSystemIT extends RelationalTmSystemTests {
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
