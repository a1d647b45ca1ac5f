package io.hybridycsb.harness.system.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigchainDbSystemTest {
  @TempDir private Path dir;
  private Path tendermint;
  private Path mongod;

  @BeforeEach
  void createHome() throws Exception {
    tendermint = FakePrograms.script(dir.resolve("tendermint"), "echo 0.31.5");
    mongod = FakePrograms.script(dir.resolve("mongod"), "echo db version v7.0.1");
  }

  private ClusterPlan plan(boolean parallel, int nodes, Map<String, String> set) throws Exception {
    String name = parallel ? "bigchaindb-pv" : "bigchaindb";
    SystemDescription system = new BigchainDbSystem(name, parallel, context -> Path.of("/python"));
    return new TestPlans(system, dir).with("tendermint.program", tendermint).plan(nodes, set);
  }

  @Test
  void aNodeIsADatabaseAServerAndAValidatorThatEndWithEachOther() throws Exception {
    ClusterPlan plan = plan(false, 4, Map.of());

    assertThat(TestPlans.names(plan)).hasSize(12).contains("mongodb4", "node4", "validator4");
    ProcessSpec mongo = TestPlans.process(plan, "mongodb2");
    ProcessSpec node = TestPlans.process(plan, "node2");
    ProcessSpec validator = TestPlans.process(plan, "validator2");
    assertThat(node.stage()).isGreaterThan(mongo.stage()).isEqualTo(validator.stage());
    assertThat(node.command())
        .containsExactly(
            "/python", dir.resolve("run/bigchaindb/bigchaindb-node.py").toString(), "start");
    assertThat(node.endsWith())
        .containsExactly(new NeededProcess("mongodb2", mongo.ports().get(0)));
    int abciPort = Integer.parseInt(node.environment().get("HYBRID_ABCI_PORT"));
    assertThat(node.ports()).contains(abciPort);
    assertThat(node.readiness())
        .isEqualTo(new Readiness.AnswersHttp("127.0.0.1", node.ports().get(0), "/api/v1/"));
    assertThat(validator.endsWith())
        .containsExactly(
            new NeededProcess("node2", abciPort),
            new NeededProcess("mongodb2", mongo.ports().get(0)));
    assertThat(plan.versions()).containsEntry("Tendermint", "0.31.5");
  }

  @Test
  void everythingListensOnLoopback() throws Exception {
    ClusterPlan plan = plan(false, 1, Map.of());

    JsonNode config = TestPlans.json(plan, "bigchaindb.json");
    assertThat(config.at("/server/bind").asText())
        .isEqualTo(TestPlans.process(plan, "node1").address());
    assertThat(config.at("/wsserver/host").asText()).isEqualTo("127.0.0.1");
    assertThat(config.at("/tendermint/port").asInt())
        .isEqualTo(TestPlans.process(plan, "validator1").ports().get(0));
    assertThat(TestPlans.file(plan, "config.toml").lines().filter(line -> line.contains("laddr")))
        .allMatch(line -> line.contains("127.0.0.1") || line.endsWith("\"\""));
  }

  @Test
  void thereAreWorkersForAsManyThreadsAsThereAreClients() throws Exception {
    assertThat(workers(plan(false, 4, Map.of("threads", "128")))).isEqualTo(34);
    assertThat(workers(plan(false, 1, Map.of("threads", "128")))).isEqualTo(130);
    assertThat(workers(plan(false, 1, Map.of("workers", "7")))).isEqualTo(7);
    assertThatThrownBy(() -> plan(false, 1, Map.of("workers", "many")))
        .isInstanceOf(UsageException.class)
        .hasMessage("workers must be a whole number from 1 to 1000, not 'many'");
  }

  private static int workers(ClusterPlan plan) throws Exception {
    return TestPlans.json(plan, "bigchaindb.json").at("/server/workers").asInt();
  }

  @Test
  void whereValidationIsParallelClientsLookCommitsUp() throws Exception {
    ClusterPlan serial = plan(false, 1, Map.of());
    ClusterPlan asked = plan(false, 1, Map.of("parallel-validation", "true"));
    ClusterPlan named = plan(true, 1, Map.of("parallel-validation.by", "id"));

    assertThat(serial.clientProperties()).containsEntry("bigchaindb.confirm", "false");
    for (ClusterPlan parallel : new ClusterPlan[] {asked, named}) {
      assertThat(parallel.clientProperties()).containsEntry("bigchaindb.confirm", "true");
      assertThat(TestPlans.process(parallel, "node1").command())
          .endsWith("start", "--experimental-parallel-validation");
    }
    assertThat(TestPlans.process(asked, "node1").environment())
        .containsEntry("HYBRID_VALIDATE_BY", "asset");
    assertThat(TestPlans.process(named, "node1").environment())
        .containsEntry("HYBRID_VALIDATE_BY", "id");
  }

  @Test
  void statusTellsAMongodFromItsStandIn() throws Exception {
    ProcessSpec real =
        TestPlans.process(plan(false, 1, Map.of("mongodb.server", mongod.toString())), "mongodb1");

    assertThat(real.role()).isEqualTo("mongod");
    assertThat(real.command()).startsWith(mongod.toString());
    assertThat(plan(false, 1, Map.of("mongodb.server", mongod.toString())).versions())
        .containsEntry("MongoDB", "7.0.1");
  }

  @Test
  void anySettingOfTendermintCanBeChanged() throws Exception {
    ClusterPlan plan = plan(false, 1, Map.of("tendermint.consensus.timeout_commit", "1s"));

    assertThat(TestPlans.file(plan, "config.toml")).contains("\ntimeout_commit = \"1s\"\n");
    assertThatThrownBy(() -> plan(false, 1, Map.of("tendermint.consensus.speed", "1s")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("Tendermint has no setting 'consensus.speed'");
  }

  @Test
  void peopleReachBothSystemsThroughTheOneBinding() throws Exception {
    for (boolean parallel : new boolean[] {false, true}) {
      assertThat(plan(parallel, 1, Map.of()).commands().get("get")).contains("some.Binding");
    }
    assertThat(Systems.byName("bigchaindb").commitMode(Map.of())).isEqualTo("sync");
    assertThat(Systems.byName("bigchaindb").commitMode(Map.of("bigchaindb.mode", "sync")))
        .isEqualTo("async");
  }
}
