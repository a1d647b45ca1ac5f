package io.hybridycsb.harness.system.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuorumSystemTest {
  private static final String MAIN = "io/hybridycsb/quorum/command/QuorumMain";

  /** In the place of the command that makes the network's files. */
  private static final String TELLS_ITS_ARGUMENTS =
      """
      package io.hybridycsb.quorum.command;

      public class QuorumMain {
        public static void main(String[] args) throws java.io.IOException {
          java.nio.file.Path run = java.nio.file.Path.of(args[2]);
          java.nio.file.Files.createDirectories(run);
          java.nio.file.Files.write(run.resolve("arguments"), java.util.List.of(args));
        }
      }
      """;

  private static final Map<String, Integer> PORTS =
      Map.of(
          "node1",
          2001,
          "node2",
          2002,
          "node3",
          2003,
          "node1-p2p",
          3001,
          "node2-p2p",
          3002,
          "node3-p2p",
          3003,
          "node1-raft",
          4001,
          "node2-raft",
          4002,
          "node3-raft",
          4003);

  @TempDir private static Path tools;
  @TempDir private Path dir;
  private Path geth;
  private TestPlans plans;

  @BeforeAll
  static void compileTools() throws Exception {
    Path source = tools.resolve("QuorumMain.java");
    Files.writeString(source, TELLS_ITS_ARGUMENTS);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", tools.toString(), source.toString()))
        .isZero();
  }

  @BeforeEach
  void createHome() throws Exception {
    geth =
        FakePrograms.script(
            dir.resolve("geth"), "printf 'Geth\\nVersion: 1.10.3\\nQuorum Version: 22.7.4\\n'");
    plans = new TestPlans(Systems.byName("quorum"), dir).with("quorum.program", geth);
    Path jar = dir.resolve("home/servers/quorum/lib/tools.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(MAIN + ".class"));
      Files.copy(tools.resolve(MAIN + ".class"), zip);
    }
  }

  private ClusterPlan plan(Map<String, String> set) {
    return plans.plan(3, set, PORTS);
  }

  private List<String> commandOfNode2(Map<String, String> set) {
    return TestPlans.process(plan(set), "node2").command();
  }

  /** What the command that makes the network's files was given, by option. */
  private Map<String, String> network(Map<String, String> set) throws Exception {
    plan(set);
    List<String> arguments = Files.readAllLines(plans.run().resolve("arguments"));
    assertThat(arguments.get(0)).isEqualTo("network");
    Map<String, String> options = new TreeMap<>();
    for (int i = 1; i < arguments.size(); i += 2) {
      options.put(arguments.get(i), arguments.get(i + 1));
    }
    return options;
  }

  @Test
  void nNodesAreNProcessesWhoseChainIsMadeBeforeTheirFirstStart() {
    ClusterPlan plan = plan(Map.of());

    assertThat(TestPlans.names(plan)).containsExactly("node1", "node2", "node3");
    ProcessSpec node2 = TestPlans.process(plan, "node2");
    assertThat(node2.role()).isEqualTo("node");
    assertThat(node2.address()).isEqualTo("127.0.0.1:2002");
    assertThat(node2.readiness()).isEqualTo(new Readiness.Connects("127.0.0.1", 2002));
    assertThat(node2.environment()).containsEntry("PRIVATE_CONFIG", "ignore");
    Path home = plans.run().resolve("node2");
    assertThat(node2.beforeFirstStart()).hasSize(1);
    assertThat(node2.beforeFirstStart().get(0).command())
        .containsExactly(
            geth.toString(),
            "init",
            "--datadir=" + home.resolve("data"),
            home.resolve("genesis.json").toString());
    assertThat(plan.versions()).containsEntry("GoQuorum", "22.7.4");
  }

  @Test
  void aNodeOffersItsCallsOnLoopbackOnlyAndIsDurable() {
    assertThat(commandOfNode2(Map.of("geth.cache", "64")))
        .startsWith(geth.toString())
        .contains("--datadir=" + plans.run().resolve("node2/data"))
        .contains("--http.addr=127.0.0.1", "--http.port=2002")
        .contains("--ws.addr=127.0.0.1", "--ws.port=2002", "--ws.api=eth")
        .contains("--config=" + plans.run().resolve("node2/geth.toml"))
        .contains("--netrestrict=127.0.0.0/8", "--nodiscover")
        .noneMatch(flag -> flag.startsWith("--port"))
        .contains("--gcmode=archive", "--syncmode=full", "--miner.gaslimit=300000000")
        .endsWith("--cache=64");
    assertThat(plan(Map.of()).files())
        .containsEntry(
            plans.run().resolve("node2/geth.toml"),
            "[Node.P2P]\nListenAddr = \"127.0.0.1:3002\"\n");
  }

  /** What else a node could be told would let anybody administer it. */
  @ParameterizedTest
  @ValueSource(strings = {"raft", "ibft", "qbft"})
  void aNodeTakesReadsAndSignedTransactionsOnly(String consensus) {
    assertThat(commandOfNode2(Map.of("consensus", consensus)))
        .contains("--http.api=eth", "--ws.api=eth", "--ipcdisable")
        .noneMatch(flag -> flag.startsWith("--unlock"));
  }

  @Test
  void underRaftAWarningSaysThatAPortIsOpenToAll() {
    assertThat(plans.said(3, Map.of("consensus", "raft")))
        .singleElement(STRING)
        .startsWith("warning: under Raft each node has a port on all interfaces");
    assertThat(plans.said(3, Map.of())).isEmpty();
  }

  @Test
  void nodesAgreeByQbftUnlessToldOtherwise() throws Exception {
    assertThat(commandOfNode2(Map.of())).contains("--mine").doesNotContain("--raft");
    assertThat(network(Map.of())).containsEntry("--consensus", "qbft");
  }

  @Test
  void underRaftEachNodeHasAPortForIt() throws Exception {
    ClusterPlan plan = plan(Map.of("consensus", "raft", "raft.block.ms", "70"));
    ProcessSpec node2 = TestPlans.process(plan, "node2");

    assertThat(node2.ports()).containsExactly(2002, 3002, 4002);
    assertThat(node2.command())
        .contains("--raft", "--raftport=4002", "--raftblocktime=70")
        .doesNotContain("--mine");
    assertThat(network(Map.of("consensus", "raft")))
        .containsEntry("--consensus", "raft")
        .containsEntry("--layout", "storage")
        .containsEntry("--block-gas", "300000000")
        .containsEntry("--rpc", "127.0.0.1:2001,127.0.0.1:2002,127.0.0.1:2003")
        .containsEntry("--raft-ports", "4001,4002,4003");
  }

  @Test
  void theLogOfANodeUnderRaftIsRepairedBeforeEachRestart() {
    ProcessSpec node2 = TestPlans.process(plan(Map.of("consensus", "raft")), "node2");

    assertThat(node2.beforeRestart()).hasSize(1);
    assertThat(node2.beforeRestart().get(0).command())
        .contains("io.hybridycsb.quorum.command.QuorumMain")
        .endsWith("repair-log", plans.run().resolve("node2/data/raft-wal").toString());
    ClusterPlan sealing = plan(Map.of("consensus", "qbft"));
    assertThat(TestPlans.process(sealing, "node2").beforeRestart()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ibft", "qbft"})
  void validatorsReadInTheFirstBlockHowFastToBe(String consensus) throws Exception {
    Map<String, String> set =
        Map.of("consensus", consensus, "block.period.s", "5", "round.timeout.s", "7");
    ProcessSpec node2 = TestPlans.process(plan(set), "node2");

    assertThat(node2.ports()).containsExactly(2002, 3002);
    assertThat(node2.command())
        .contains("--mine")
        .noneMatch(flag -> flag.startsWith("--raft") || flag.startsWith("--istanbul"));
    assertThat(network(set))
        .containsEntry("--consensus", consensus)
        .containsEntry("--period-s", "5")
        .containsEntry("--round-s", "7")
        .doesNotContainKey("--raft-ports");
  }

  @Test
  void withoutANetworkAllFindANodeWhereItListens() throws Exception {
    String all = "127.0.0.1:3001,127.0.0.1:3002,127.0.0.1:3003";

    assertThat(network(Map.of())).containsEntry("--peers", String.join("/", all, all, all));
  }

  @Test
  void withANetworkEachPairOfNodesHasAProxyInEachDirection() throws Exception {
    String[] rows = network(Map.of("network.rtt.ms", "20")).get("--peers").split("/");

    assertThat(rows).hasSize(3);
    Set<String> addresses = new TreeSet<>();
    for (String row : rows) {
      assertThat(row.split(",")).hasSize(3);
      addresses.addAll(List.of(row.split(",")));
    }
    addresses.removeAll(Set.of("127.0.0.1:3001", "127.0.0.1:3002", "127.0.0.1:3003"));
    assertThat(addresses).hasSizeGreaterThanOrEqualTo(6);
  }

  @Test
  void clientsAndPeopleFindTheClusterByItsFile() throws Exception {
    ClusterPlan plan = plan(Map.of());
    String file = plans.run().resolve("cluster.json").toString();

    assertThat(plan.clientProperties()).isEqualTo(Map.of("quorum.cluster", file));
    assertThat(TestPlans.properties(plan, "client.properties"))
        .containsEntry("quorum.cluster", file);
    assertThat(plan.commands()).containsOnlyKeys("get", "put", "delete", "verify", "audit");
    assertThat(plan.commands().get("get")).contains("some.Binding");
    assertThat(plan.commands().get("audit")).endsWith("audit", "--cluster", file);
    assertThat(plan.commands().get("verify"))
        .endsWith("--cluster", file, "--state", plans.run().resolve("verified-state").toString());
  }

  @Test
  void itsPageHasItsOptionsWithTheirDefaults() throws Exception {
    Path docs = Path.of(System.getProperty("test.bin")).resolveSibling("docs");
    String page = Files.readString(docs.resolve("systems").resolve("quorum.md"));

    for (Property<?> option : Systems.byName("quorum").options()) {
      String name = option.name().replace("*", "NAME");
      String number = option.defaultValue().orElse("").replaceAll("\\B(?=(?:[0-9]{3})+$)", ",");
      assertThat(page).containsPattern("(?m)^\\| `%s` \\|( `?%s`?)? \\|".formatted(name, number));
    }
  }

  @Test
  void whatIsInTheFirstBlockCannotChange() {
    assertThat(Systems.byName("quorum").options())
        .filteredOn(Property::isFixed)
        .extracting(Property::name)
        .containsExactlyInAnyOrder(
            "consensus", "layout", "block.period.s", "round.timeout.s", "block.gas");
  }

  @Test
  void aLayoutThatNobodyCanReadIsRefused() {
    assertThatThrownBy(() -> plan(Map.of("layout", "log")))
        .isInstanceOf(UsageException.class)
        .hasMessage("layout must be storage or code, not 'log'");
  }

  @Test
  void toolsThatCannotMakeKeysAreReportedInOneLine() throws Exception {
    Files.delete(dir.resolve("home/servers/quorum/lib/tools.jar"));

    assertThatThrownBy(() -> plan(Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("cannot make the cluster's keys: ");
  }
}
