package io.hybridycsb.harness.system.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.TestHome;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockchainDbSystemTest {
  @TempDir private Path dir;
  private Path geth;
  private Path run;
  private Home home;

  @BeforeEach
  void createHome() throws Exception {
    geth = FakePrograms.script(dir.resolve("geth"), "echo Version: 1.13.15-stable");
    home = TestHome.hollow(Files.createDirectories(dir.resolve("home")));
    run = dir.resolve("run/blockchaindb");
  }

  private PlanContext context(Map<String, String> set) {
    SystemDescription system = Systems.byName("blockchaindb");
    Ports ports = new Ports(Map.of("geth2", 2002, "geth2-p2p", 3002, "geth2-auth", 4002), 22_000);
    Settings settings = new Settings(system.options(), set);
    return new PlanContext(4, settings, run, home, ports, new Links(false, ports), line -> {});
  }

  private GethNode geth2(Map<String, String> set) throws Exception {
    Path home2 = Files.createDirectories(run.resolve("geth2"));
    Files.writeString(home2.resolve("sealer"), "0xabc\n");
    Files.writeString(home2.resolve("config.toml"), "[Node.P2P]\nDialRatio = 1\n");
    return new GethNode("geth2", "node2", 3, context(set));
  }

  @Test
  void aSealerOffersNothingBeyondLoopbackAndIsDurable() throws Exception {
    ProcessSpec spec = geth2(Map.of("geth.cache", "64")).process(0, geth);

    assertThat(spec.command())
        .contains("--config=" + run.resolve("geth2/geth.toml"))
        .contains("--http.addr=127.0.0.1", "--netrestrict=127.0.0.0/8", "--nodiscover")
        .contains("--gcmode=archive", "--state.scheme=hash")
        .contains("--ws", "--ws.addr=127.0.0.1", "--ws.port=2002", "--ws.api=eth")
        .contains("--http.port=2002", "--authrpc.port=4002")
        .contains("--unlock=0xabc", "--miner.etherbase=0xabc", "--maxpeers=3")
        .contains("--miner.gaslimit=300000000", "--cache=64")
        .noneMatch(flag -> flag.startsWith("--port"));
    assertThat(spec.ports()).containsExactly(2002, 3002, 4002);
    assertThat(spec.beforeFirstStart())
        .extracting("name")
        .containsExactly("import-key", "init-chain");
  }

  /** Its account is unlocked, and its node may administer it. */
  @Test
  void aGethAnswersOnlyAtAPathThatIsASecretAndIsInNoCommandLine() throws Exception {
    GethNode geth2 = geth2(Map.of());
    String config = geth2.config();
    String secret = Files.readString(run.resolve("passwords/geth2")).strip();

    assertThat(secret).matches("[0-9a-f]{32}");
    assertThat(config)
        .isEqualTo(
            """
            [Node]
            HTTPPathPrefix = "/%1$s"
            WSPathPrefix = "/%1$s"

            [Node.P2P]
            DialRatio = 1
            ListenAddr = "127.0.0.1:3002"
            """
                .formatted(secret));
    assertThat(BlockchainDbSystem.properties(context(Map.of()), 2))
        .containsEntry("shard1.rpc", "http://127.0.0.1:2002/" + secret);
    assertThat(geth2.process(0, geth).command()).noneMatch(flag -> flag.contains(secret));
  }

  @Test
  void aServerThatCannotMakeKeysIsReportedInOneLine() {
    assertThatThrownBy(
            () ->
                Systems.byName("blockchaindb")
                    .plan(context(Map.of("geth.program", geth.toString()))))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("cannot make the cluster's keys: ");
  }

  @Test
  void reportsSayWhenWritesAreAcknowledged() {
    SystemDescription system = Systems.byName("blockchaindb");
    assertThat(system.commitMode(Map.of())).isEqualTo("block");
    assertThat(system.commitMode(Map.of("blockchaindb.commit", "pool"))).isEqualTo("pool");
    assertThat(system.options())
        .filteredOn(Property::isFixed)
        .extracting(Property::name)
        .containsAll(
            List.of(
                "shards", "shard.replicas", "layout", "block.period.s", "block.gas", "accounts"));
  }

  @Test
  void aNodeIsToldOfTheShardsThatItHoldsAndOfNoOthers() {
    PlanContext context = context(Map.of("shards", "4", "shard.replicas", "2"));

    assertThat(BlockchainDbSystem.properties(context, 1).keySet())
        .contains("shard1.rpc", "shard3.rpc")
        .doesNotContain("shard2.rpc", "shard4.rpc");
  }

  @Test
  void whatVerifyHasVerifiedIsKeptWithTheCluster() {
    assertThat(BlockchainDbSystem.commands(context(Map.of())).get("verify"))
        .containsSubsequence("verify", "--cluster", run.resolve("cluster.json").toString())
        .endsWith("--state", run.resolve("verified-state").toString());
  }

  @Test
  void aNodeIsToldHowFastItsChainsAre() {
    assertThat(BlockchainDbSystem.properties(context(Map.of("block.period.s", "20")), 2))
        .containsEntry("block.period.s", "20");
  }
}
