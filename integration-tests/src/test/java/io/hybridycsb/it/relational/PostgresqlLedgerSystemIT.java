package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.sql.SQLException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("databases")
class PostgresqlLedgerSystemIT extends RelationalSystemTests {
  private static final String TABLE = "tampered";

  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger().byCommands();

  @Override
  String database() {
    return "postgres";
  }

  @Override
  protected boolean isAudited() {
    return true;
  }

  @Test
  @Order(5)
  void aRecordThatASuperuserHasChangedIsNamedByTheAuditAndFailsItsVerification()
      throws SQLException {
    CLUSTER.hybridOn("put", "--table", TABLE, "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", TABLE, "alan", "born=1912").requireSuccess();
    CLUSTER.requireAuditPasses();
    String table = CLUSTER.table(TABLE);
    String change = "UPDATE " + table + " SET died = '%s' WHERE ycsb_key = 'ada'";
    LedgerSuperuser.behind(CLUSTER, table, change.formatted("1853"));

    Ended audit = CLUSTER.hybridOn("audit");
    assertThat(audit.status()).as("%s", audit).isEqualTo(1);
    assertThat(audit.out())
        .containsPattern(
            "(?m)^public.%s, ada: not as in its newest change, row [0-9]+: died$".formatted(table))
        .doesNotContain("alan");
    assertThat(CLUSTER.hybridOn("verify", "--table", TABLE, "ada").status()).isEqualTo(1);
    Ended verify = CLUSTER.hybridOn("verify", "--table", TABLE, "alan").requireSuccess();
    assertThat(verify.out()).contains("  born=1912", "which the last audit has kept");

    LedgerSuperuser.behind(CLUSTER, table, change.formatted("1852"));
    CLUSTER.requireAuditPasses();
  }

  @Test
  @Order(6)
  void aTableThatTheLedgerDoesNotWatchTakesNoRecordAndIsNamedByTheAudit() throws SQLException {
    String table = CLUSTER.table("unwatched");
    LedgerSuperuser.execute(
        CLUSTER,
        """
        CREATE TABLE %1$s (ycsb_key text PRIMARY KEY, ycsb_version bigint NOT NULL, a bytea);
        GRANT ALL ON %1$s TO ycsb
        """
            .formatted(table));

    Ended put = CLUSTER.hybridOn("put", "--table", "unwatched", "ada", "a=1");
    assertThat(put.status()).as("%s", put).isEqualTo(1);
    assertThat(put.err()).contains("the ledger does not watch the table public." + table);
    Ended audit = CLUSTER.hybridOn("audit");
    assertThat(audit.status()).as("%s", audit).isEqualTo(1);
    assertThat(audit.out())
        .contains(
            "public.%s: the ledger doesn't watch it, and ycsb may write to it".formatted(table));

    LedgerSuperuser.execute(CLUSTER, "DROP TABLE " + table);
    CLUSTER.requireAuditPasses();
  }
}
