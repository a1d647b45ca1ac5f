package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LastOnCluster;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a superuser does to the history is found, at the latest by the head that an audit kept. */
@Tag("campaign")
@Tag("databases")
@LastOnCluster
class PostgresqlLedgerTamperIT extends ClusterTests<LocalCluster> {
  private static final String TABLE = "cut";

  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.postgresqlLedger();

  private static void requireFinding(String pattern) {
    Ended audit = CLUSTER.hybridOn("audit");
    assertThat(audit.status()).as("%s", audit).isEqualTo(1);
    assertThat(audit.out()).as("%s", audit).containsPattern("(?m)^" + pattern);
  }

  /** Returns what that audit has kept. */
  private static String auditAndReadHead() throws IOException {
    CLUSTER.requireAuditPasses();
    List<String> heads = Files.readAllLines(CLUSTER.runDirectory().resolve("audited-head"));
    return heads.get(heads.size() - 1);
  }

  @Test
  void changedRowsAndLostOnesAreNamedAndALedgerThatWasSetBackIsNotTheOneThatWasAudited()
      throws Exception {
    CLUSTER.hybridOn("put", "--table", TABLE, "first", "a=1").requireSuccess();
    long number = Long.parseLong(auditAndReadHead().split(":", 2)[0]);
    changeAndUndo(number);
    CLUSTER.hybridOn("put", "--table", TABLE, "second", "a=1").requireSuccess();
    CLUSTER.requireAuditPasses();

    LedgerSuperuser.behind(
        CLUSTER,
        CLUSTER.table(TABLE),
        """
        DELETE FROM ledger.history WHERE number > %1$d;
        DELETE FROM %2$s WHERE ycsb_key = 'second'
        """
            .formatted(number, CLUSTER.table(TABLE)));
    requireFinding("row %d is missing, which the head counts$".formatted(number + 1));

    LedgerSuperuser.behind(
        CLUSTER,
        CLUSTER.table(TABLE),
        """
        SELECT lo_put(1279607154, 0, convert_to(rpad(concat_ws(' ', number,
            (SELECT count(DISTINCT transaction_id) FROM ledger.history), transaction_id,
            encode(hash, 'hex')), 128), 'UTF8'))
        FROM ledger.history WHERE number = %d
        """
            .formatted(number));
    requireFinding("row %d is missing, which an earlier audit has seen$".formatted(number + 1));
  }

  private static void changeAndUndo(long number) throws SQLException {
    String replace = "UPDATE ledger.history SET contents = replace(contents, '%s', '%s')";
    String there = " WHERE number = " + number;
    LedgerSuperuser.execute(CLUSTER, replace.formatted("x31", "x32") + there);
    requireFinding(
        "row %d \\(INSERT of public.%s, first\\): its hash is not"
            .formatted(number, CLUSTER.table(TABLE)));
    LedgerSuperuser.execute(CLUSTER, replace.formatted("x32", "x31") + there);
    CLUSTER.requireAuditPasses();
  }
}
