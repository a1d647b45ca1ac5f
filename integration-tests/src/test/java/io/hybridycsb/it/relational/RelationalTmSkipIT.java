package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All databases fail at one key, in a way that is no outcome of a call. */
@Tag("campaign")
@Tag("relational-tm")
class RelationalTmSkipIT {
  private static final List<String> NODES = List.of("node1", "node2", "node3", "node4");
  private static final Pattern UNEXECUTED =
      Pattern.compile("Block ([0-9]+) with the digest [0-9a-f]{64} was not executed");

  @RegisterExtension
  private static final LocalCluster CLUSTER =
      RelationalTmCluster.onPostgresql(4).with("node.database.timeout.ms", "3000");

  /** In the time that a node takes to end, and another to start. */
  private static Ended put(String key) {
    return CLUSTER.hybridOn("put", key, "field0=x", "-p", "relational.timeout.ms=300000");
  }

  private static void failAt(String database, String key) throws SQLException {
    try (Connection connection = new Databases(CLUSTER).superuser(database, Databases.OF_NODES);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
            $f$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '58000'; END $f$;
          CREATE TRIGGER broken BEFORE INSERT ON "%s" FOR EACH ROW
            WHEN (NEW.ycsb_key = '%s') EXECUTE FUNCTION broken()
          """
              .formatted(CLUSTER.table("usertable"), key));
    }
  }

  private static String unexecuted(String node) {
    Matcher matcher = UNEXECUTED.matcher(CLUSTER.process(node).log().textFrom(0));
    return matcher.find() ? matcher.group(1) : "";
  }

  @Test
  void aBlockThatNoNodeCanExecuteIsSkippedAndTheChainGoesOn() throws Exception {
    put("user1").requireSuccess();
    for (int node = 1; node <= NODES.size(); node++) {
      failAt("postgresql" + node, "poison");
    }
    CompletableFuture<Ended> poisonous = CompletableFuture.supplyAsync(() -> put("poison"));
    Awaitility.await()
        .atMost(5, TimeUnit.MINUTES)
        .until(() -> NODES.stream().noneMatch(CLUSTER::isRunning));
    String height = unexecuted("node1");
    assertThat(NODES).allSatisfy(node -> assertThat(unexecuted(node)).isEqualTo(height));
    assertThat(CLUSTER.hybridOn("restart", "node1").status()).isNotZero();

    assertThat(CLUSTER.hybridOn("skip", height, "--timeout", "300").requireSuccess().out())
        .contains("signed by 4 of 4 validators, which is enough");
    Ended told = poisonous.get(10, TimeUnit.MINUTES);
    assertThat(told.status()).isNotZero();
    assertThat(told.err()).contains("the block was skipped by decision of 4 of 4 validators");
    put("user2").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "user2").requireSuccess().out()).contains("field0");
    assertThat(CLUSTER.hybridOn("get", "poison").status()).isNotZero();
    assertThat(CLUSTER.hybridOn("audit", "--timeout", "60000").requireSuccess().out())
        .contains(
            "block %s was skipped by decision of 4 of 4 validators: node1, node2, node3, node4"
                .formatted(height),
            "audit passed: 4 nodes");
  }
}
