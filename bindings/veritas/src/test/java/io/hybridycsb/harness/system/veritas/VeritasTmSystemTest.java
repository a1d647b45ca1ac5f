package io.hybridycsb.harness.system.veritas;

import static io.hybridycsb.harness.system.TestPlans.file;
import static io.hybridycsb.harness.system.TestPlans.json;
import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.ports;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.harness.system.validators.CometBftKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VeritasTmSystemTest {
  @TempDir private Path dir;
  private Path run;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    Path cometBft = FakePrograms.cometBft(dir.resolve("cometbft"), "0.38.26");
    plans = new TestPlans(Systems.byName("veritas-tm"), dir).with("cometbft.program", cometBft);
    run = plans.run();
  }

  @Test
  void theVersionTellsThatCometBftHasSourceOfOurs() throws Exception {
    Path changed = FakePrograms.cometBft(dir.resolve("changed"), "0.38.26-events.1");
    assertThat(plans.plan(1, Map.of("cometbft.program", changed.toString())).versions())
        .containsEntry("CometBFT", "0.38.26-events.1");
  }

  @Test
  void nNodesAreNStoresNServersAndNValidators() {
    assertThat(names(plans.plan(4, Map.of())))
        .containsExactlyInAnyOrder(
            "redis1",
            "redis2",
            "redis3",
            "redis4",
            "node1",
            "node2",
            "node3",
            "node4",
            "validator1",
            "validator2",
            "validator3",
            "validator4");
    assertThat(plans.plan(4, Map.of()).versions())
        .containsEntry("CometBFT", "0.38.26")
        .containsKey("Redis");
  }

  @Test
  void aNodeAndItsValidatorStartTogetherAfterTheStores() {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(process(plan, "validator2").stage()).isEqualTo(process(plan, "node2").stage());
    assertThat(process(plan, "redis2").stage()).isLessThan(process(plan, "node2").stage());
    assertThat(process(plan, "validator2").endsWith("node2")).isTrue();
    assertThat(process(plan, "validator2").endsWith("node1")).isFalse();
    assertThat(process(plan, "validator2").role()).isEqualTo("validator");
  }

  @Test
  void noTwoProcessesShareAPort() {
    // Per node: Redis; clients and metrics; RPC and peers.
    assertThat(ports(plans.plan(7, Map.of())))
        .hasSize(7 * 5)
        .doesNotHaveDuplicates()
        .allSatisfy(port -> assertThat(port).isLessThan(32_768));
  }

  @Test
  void aNodeAndItsValidatorKnowEachOthersAddresses() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of());

    assertThat(file(plan, "validator2/config/config.toml"))
        .contains("proxy_app = \"unix://../node2/abci.socket\"")
        .contains("laddr = \"tcp://" + process(plan, "validator2").address() + "\"");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("abci.listen", "unix:abci.socket")
        .containsEntry("cometbft.rpc", process(plan, "validator2").address())
        .containsEntry("node.name", "node2")
        .containsEntry("state.store", "redis")
        .doesNotContainKey("kafka.topic");
  }

  @Test
  void everyValidatorConnectsToEveryOther() {
    ClusterPlan plan = plans.plan(3, Map.of());
    String second = CometBftKeys.nodeId(run.resolve("validator2/config/node_key.json"));
    String peerOfSecond = second + "@127.0.0.1:" + process(plan, "validator2").ports().get(1);

    assertThat(file(plan, "validator1/config/config.toml")).contains(peerOfSecond);
    assertThat(file(plan, "validator3/config/config.toml")).contains(peerOfSecond);
    assertThat(file(plan, "validator2/config/config.toml")).doesNotContain(second);
  }

  @Test
  void withANetworkNodesAndValidatorsFindOthersElsewhereThanClientsDo() throws Exception {
    Map<String, Integer> ports =
        Map.of(
            "node2", 2002,
            "validator2-p2p", 3002,
            "link node1 node2", 4012,
            "link node1 validator2-p2p", 5012,
            "link node3 validator2-p2p", 5032);
    ClusterPlan plan = plans.plan(3, Map.of("network.rtt.ms", "20"), ports);

    assertThat(properties(plan, "node1/node.properties").getProperty("peer.addresses"))
        .startsWith("node2=127.0.0.1:4012,node3=127.0.0.1:");
    assertThat(file(plan, "validator1/config/config.toml")).contains("@127.0.0.1:5012");
    assertThat(file(plan, "validator2/config/config.toml"))
        .contains("laddr = \"tcp://127.0.0.1:3002\"");
    assertThat(file(plan, "validator3/config/config.toml")).contains("@127.0.0.1:5032");
    assertThat(json(plan, "cluster.json").path("nodes").path(1).path("address").asText())
        .isEqualTo("127.0.0.1:2002");
  }

  @Test
  void allValidatorsBeginWithTheSameGenesisWhichClientsKnow() throws Exception {
    ClusterPlan plan = plans.plan(4, Map.of());
    JsonNode genesis = json(plan, "validator1/config/genesis.json");
    JsonNode validators = json(plan, "cluster.json").path("validators");

    assertThat(json(plan, "validator4/config/genesis.json")).isEqualTo(genesis);
    assertThat(validators.path("chainId")).isEqualTo(genesis.path("chain_id"));
    assertThat(validators.path("members")).hasSize(4);
    for (int i = 0; i < 4; i++) {
      JsonNode member = validators.path("members").path(i);
      byte[] key = genesis.path("validators").path(i).path("pub_key").path("value").binaryValue();
      assertThat(member.path("name").asText()).isEqualTo("node" + (i + 1));
      assertThat(member.path("publicKey").asText()).isEqualTo(HexFormat.of().formatHex(key));
      assertThat(member.path("power").asText())
          .isEqualTo(genesis.path("validators").path(i).path("power").asText());
    }
    assertThat(json(plan, "cluster.json").has("timestampOracle")).isFalse();
    assertThat(json(plan, "cluster.json").path("nodes")).hasSize(4);
  }

  @Test
  void privateKeysAreReadableByTheirOwnerOnlyAndHoldTheirPublicKey() throws Exception {
    plans.plan(1, Map.of());
    Path config = run.resolve("validator1").resolve("config");
    JsonNode key = new ObjectMapper().readTree(config.resolve("priv_validator_key.json").toFile());

    for (String file : List.of("priv_validator_key.json", "node_key.json")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config.resolve(file))))
          .isEqualTo("rw-------");
    }
    byte[] secret = Base64.getDecoder().decode(key.path("priv_key").path("value").asText());
    byte[] open = Base64.getDecoder().decode(key.path("pub_key").path("value").asText());
    assertThat(secret).hasSize(64).endsWith(open);
    assertThat(key.path("address").asText()).isEqualTo(CometBftKeys.addressOf(open));
  }

  @Test
  void planningAgainWithTheSamePortsGivesTheSamePlanAndKeysAndKeepsWhatWasSigned()
      throws Exception {
    Map<String, Integer> ports = Map.of("validator1", 23_000, "node1", 23_001);
    ClusterPlan first = plans.plan(2, Map.of(), ports);
    Path signed = run.resolve("validator1/data/priv_validator_state.json");
    Files.writeString(signed, "{\"height\": \"7\", \"round\": 0, \"step\": 3}");

    assertThat(plans.plan(2, Map.of(), ports)).isEqualTo(first);
    assertThat(signed).content().contains("\"7\"");
  }

  @Test
  void aKeyWhosePastIsLostGetsNoNewOne() throws Exception {
    plans.plan(1, Map.of());
    Path signed = run.resolve("validator1/data/priv_validator_state.json");
    Files.delete(signed);

    plans.plan(1, Map.of());
    assertThat(signed).doesNotExist();
  }

  @Test
  void anySettingOfCometBftCanBeSet() {
    ClusterPlan plan =
        plans.plan(
            2,
            Map.of(
                "cometbft.consensus.timeout_propose", "500ms",
                "cometbft.mempool.size", "50",
                "cometbft.log_level", "info",
                "cometbft.p2p.pex", "true"));

    assertThat(file(plan, "validator2/config/config.toml"))
        .contains("timeout_propose = \"500ms\"\n")
        .contains("\nsize = 50\n")
        .contains("log_level = \"info\"\n")
        .contains("pex = true\n");
  }

  @Test
  void aSettingThatCometBftHasNotOrInAnotherFormIsRefused() {
    assertThatThrownBy(() -> plans.plan(1, Map.of("cometbft.consensus.timeout_purpose", "1s")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no setting 'consensus.timeout_purpose'")
        .hasMessageContaining("consensus.timeout_propose");
    assertThatThrownBy(() -> plans.plan(1, Map.of("cometbft.p2p.laddr", "tcp://0.0.0.0:1")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no setting 'p2p.laddr' that can be changed here");
    assertThatThrownBy(() -> plans.plan(1, Map.of("cometbft.mempool.size", "many")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("mempool.size must be a whole number, not 'many'");
    assertThatThrownBy(() -> plans.plan(1, Map.of("cometbft.log_level", "a\"b")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("log_level cannot hold quotes");
  }

  @Test
  void aBlockOfTheChainHasRoomForTheLongestTransaction() throws Exception {
    assertThatThrownBy(() -> plans.plan(1, Map.of("record.bytes.max", "8000000")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("record.bytes.max is 8000000")
        .hasMessageContaining("cometbft.block.bytes.max");
    ClusterPlan plan =
        plans.plan(
            1,
            Map.of(
                "record.bytes.max", "8000000",
                "block.bytes.max", "8000000",
                "cometbft.block.bytes.max", "9000000"));
    assertThat(json(plan, "genesis.json").path("consensus_params").path("block").path("max_bytes"))
        .hasToString("\"9000000\"");
  }

  @Test
  void aBlockOfANodeHasRoomForTheLongestTransaction() {
    assertThatThrownBy(() -> plans.plan(1, Map.of("record.bytes.max", "2097152")))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "record.bytes.max is 2097152, but a block of a node has room for 1048576 bytes; raise"
                + " block.bytes.max as well");
    assertThatThrownBy(
            () -> plans.plan(1, Map.of("record.bytes.max", "4096", "block.bytes.max", "4095")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("record.bytes.max is 4096")
        .hasMessageContaining("raise block.bytes.max");
    plans.plan(1, Map.of("record.bytes.max", "2097152", "block.bytes.max", "2097152"));
    plans.plan(1, Map.of("block.bytes.max", "4096"));
  }

  @Test
  void aClusterWithoutADatabaseSaysSoInItsVersions() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("state.store", "none"));

    assertThat(names(plan)).noneMatch(name -> name.startsWith("redis"));
    assertThat(properties(plan, "node1/node.properties")).containsEntry("state.store", "none");
    assertThat(plan.versions().get("state store")).endsWith("no database");
  }

  @Test
  void otherStateStoresNeedNoRedis() throws Exception {
    ClusterPlan plan = plans.plan(2, Map.of("state.store", "rocksdb"));

    assertThat(names(plan)).noneMatch(name -> name.startsWith("redis"));
    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("state.store", "rocksdb")
        .doesNotContainKey("redis.address");
  }

  @Test
  void theAuditIsGivenEveryNodesConfiguration() {
    List<String> audit = plans.plan(3, Map.of()).commands().get("audit");

    assertThat(audit).filteredOn("--node-config"::equals).hasSize(3);
    assertThat(audit).contains("io.hybridycsb.veritas.tendermint.VeritasTm");
  }

  @Test
  void commandsThatCheckWhatTheyReadShareWhatWasVerified() {
    ClusterPlan plan = plans.plan(1, Map.of());
    String state = plans.run().resolve("verified-state").toString();

    for (String command : List.of("get", "verify")) {
      assertThat(plan.commands().get(command)).containsSequence("--state", state);
    }
    assertThat(plan.commands().get("put")).doesNotContain(state);
    assertThat(plan.clientProperties()).doesNotContainValue(state);
  }
}
