package io.hybridycsb.harness.system.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelationalSystemsTest {
  private static final Map<String, Integer> PORTS = Map.of("node1", 2001);

  @TempDir private Path dir;
  private TestPlans postgresql;
  private TestPlans ledger;
  private TestPlans mariadb;

  @BeforeEach
  void createPrograms() throws Exception {
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    Path mariadbd = FakePrograms.script(dir.resolve("maria/bin/mariadbd"), "echo Ver 11.8.1");
    postgresql =
        new TestPlans(Systems.byName("postgresql"), dir)
            .with("postgresql.bin", postgres.getParent());
    ledger =
        new TestPlans(Systems.byName("postgresql-ledger"), dir)
            .with("postgresql.bin", postgres.getParent());
    mariadb =
        new TestPlans(Systems.byName("mariadb"), dir)
            .with("mariadb.home", mariadbd.getParent().getParent());
  }

  private static List<String> command(TestPlans plans, Map<String, String> set) {
    return TestPlans.process(plans.plan(1, set, PORTS), "node1").command();
  }

  @Test
  void eachIsOneServerOnLoopbackThatIsTheNode() {
    for (TestPlans plans : List.of(postgresql, mariadb)) {
      ClusterPlan plan = plans.plan(1, Map.of(), PORTS);

      assertThat(TestPlans.names(plan)).containsExactly("node1");
      ProcessSpec node = TestPlans.process(plan, "node1");
      assertThat(node.role()).isEqualTo("node");
      assertThat(node.address()).isEqualTo("127.0.0.1:2001");
      assertThat(node.ports()).containsExactly(2001);
      assertThat(node.beforeFirstStart()).hasSize(2);
    }
    assertThat(postgresql.plan(1, Map.of()).versions()).containsEntry("PostgreSQL", "16.2");
    assertThat(mariadb.plan(1, Map.of()).versions()).containsEntry("MariaDB", "11.8.1");
  }

  @Test
  void clientsFindItByItsUrlAndPeopleReachItThroughTheBinding() throws Exception {
    ClusterPlan one = postgresql.plan(1, Map.of(), PORTS);
    ClusterPlan other = mariadb.plan(1, Map.of(), PORTS);

    assertThat(TestPlans.properties(one, "client.properties"))
        .containsEntry(
            "postgresql.url", "jdbc:postgresql://127.0.0.1:2001/ycsb?requireAuth=scram-sha-256")
        .containsEntry("postgresql.user", "ycsb")
        .containsKey("postgresql.password");
    assertThat(TestPlans.properties(other, "client.properties"))
        .containsEntry("mariadb.user", "ycsb")
        .containsKey("mariadb.password")
        .extractingByKey("mariadb.url")
        .asString()
        .startsWith("jdbc:mariadb://127.0.0.1:2001/ycsb?");
    assertThat(one.commands()).containsOnlyKeys("get", "put", "delete");
    assertThat(other.commands().get("get")).contains("some.Binding");
  }

  @Test
  void acknowledgedWritesAreOnTheDiskUnlessToldOtherwise() {
    assertThat(command(postgresql, Map.of())).contains("fsync=on").doesNotContain("fsync=off");
    assertThat(command(mariadb, Map.of()))
        .contains("--innodb-flush-log-at-trx-commit=1", "--log-bin=binlog", "--sync-binlog=1");
    Map<String, String> without = Map.of("fsync", "false");
    assertThat(command(postgresql, without)).contains("fsync=off").doesNotContain("fsync=on");
    assertThat(command(mariadb, without))
        .contains("--innodb-flush-log-at-trx-commit=2", "--log-bin=binlog", "--sync-binlog=0");
    assertThat(command(mariadb, Map.of("binlog", "false")))
        .noneMatch(
            argument -> argument.startsWith("--log-bin=") || argument.startsWith("--sync-binlog"));
  }

  @Test
  void aNewDatabaseIsOnTheDiskUnlessToldOtherwise() {
    assertThat(initdb(Map.of())).doesNotContain("--no-sync");
    assertThat(initdb(Map.of("fsync", "false"))).contains("--no-sync");
  }

  private List<String> initdb(Map<String, String> set) {
    ProcessSpec node = TestPlans.process(postgresql.plan(1, set, PORTS), "node1");
    return node.beforeFirstStart().get(0).command();
  }

  @Test
  void theLedgerIsMadeBeforeTheFirstStartAndWrittenToByAnOrdinaryUser() throws Exception {
    ClusterPlan plan = ledger.plan(1, Map.of("postgresql.jit", "off"), PORTS);
    ProcessSpec node = TestPlans.process(plan, "node1");

    assertThat(node.beforeFirstStart())
        .extracting(SetupCommand::name)
        .containsExactly("initdb", "ledger", "user");
    assertThat(node.beforeFirstStart().get(1).command())
        .contains("--single", node.dir().resolve("data").toString())
        .anyMatch(argument -> argument.endsWith("bindings/sql/src/main/sql/ledger.sql"));
    assertThat(node.command()).endsWith("-c", "jit=off");
    assertThat(TestPlans.properties(plan, "client.properties"))
        .containsEntry(
            "postgresql-ledger.url",
            "jdbc:postgresql://127.0.0.1:2001/postgres?requireAuth=scram-sha-256")
        .containsEntry("postgresql-ledger.user", "ycsb")
        .containsKey("postgresql-ledger.password");
  }

  @Test
  void theLedgerIsAuditedFromTheHeadThatTheLastAuditHasKept() {
    ClusterPlan plan = ledger.plan(1, Map.of(), PORTS);

    assertThat(plan.commands()).containsOnlyKeys("get", "put", "delete", "verify", "audit");
    assertThat(plan.commands().get("audit"))
        .containsSequence("audit", "--config")
        .containsSequence("--kept", ledger.run().resolve("audited-head").toString());
  }

  @Test
  void optionsBecomeSettingsAndAnyOtherSettingOfTheUsersComesLast() {
    Map<String, String> options = Map.of("connections.max", "77", "memory", "2g");

    assertThat(command(postgresql, options)).contains("max_connections=77", "shared_buffers=2GB");
    assertThat(command(postgresql, Map.of("postgresql.shared_buffers", "1GB")))
        .endsWith("-c", "shared_buffers=1GB");
    assertThat(command(mariadb, options))
        .contains("--max-connections=77", "--innodb-buffer-pool-size=2g");
    assertThat(command(mariadb, Map.of("mariadb.sync-binlog", "9"))).endsWith("--sync-binlog=9");
  }

  @Test
  void aBadValueIsRefused() {
    assertThatThrownBy(() -> command(postgresql, Map.of("memory", "much")))
        .isInstanceOf(UsageException.class)
        .hasMessage("memory must be a size such as 512m or 2g, not 'much'");
  }
}
