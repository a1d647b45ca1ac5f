package io.hybridycsb.harness.system.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FabricSystemTest {
  private static final Map<String, Integer> PORTS =
      Map.of("orderer1", 2001, "orderer2", 2002, "node1", 3001, "node2", 3002, "chaincode2", 4002);

  /** Makes, as cryptogen would, what the plan itself reads. */
  private static final String CRYPTOGEN =
      """
      for i in 1 2 3 4; do
        tls="$5/peerOrganizations/org$i.local/peers/node$i.org$i.local/tls"
        mkdir -p "$tls"
        echo "authority $i" >"$tls/ca.crt"
      done
      """;

  @TempDir private Path dir;
  private Path programs;
  private Path run;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    programs = dir.resolve("programs");
    FakePrograms.script(programs.resolve("peer"), "echo ' Version: v3.1.1'");
    FakePrograms.script(programs.resolve("orderer"), "exit 1");
    FakePrograms.script(programs.resolve("osnadmin"), "exit 1");
    FakePrograms.script(programs.resolve("cryptogen"), CRYPTOGEN);
    FakePrograms.script(programs.resolve("configtxgen"), "echo block >\"$8\"");
    plans =
        new TestPlans(Systems.byName("fabric"), dir)
            .with("fabric.program", programs.resolve("peer"));
    run = plans.run();
  }

  private ClusterPlan plan(int nodes, Map<String, String> set) {
    return plans.plan(nodes, set, PORTS);
  }

  private String channel() throws Exception {
    return Files.readString(run.resolve("network/configtx.yaml"));
  }

  @Test
  void eachNodeIsAPeerWithAChaincodeAndPeersComeLast() {
    ClusterPlan plan = plan(2, Map.of("orderers", "2"));

    assertThat(TestPlans.names(plan))
        .containsExactly("orderer1", "orderer2", "node1", "node2", "chaincode1", "chaincode2");
    assertThat(plan.processes()).extracting(ProcessSpec::stage).containsExactly(0, 0, 1, 1, 0, 0);
    ProcessSpec peer = TestPlans.process(plan, "node2");
    assertThat(peer.role()).isEqualTo("peer");
    assertThat(peer.address()).isEqualTo("127.0.0.1:3002");
    assertThat(peer.environment()).containsEntry("CHAINCODE_ADDRESS", "127.0.0.1:4002");
    assertThat(peer.afterFirstStart())
        .extracting(SetupCommand::name)
        .containsExactly("join", "install", "approve");
    assertThat(TestPlans.process(plan, "node1").afterFirstStart())
        .as("one commits what all have approved")
        .extracting(SetupCommand::name)
        .containsExactly("join", "install", "approve", "commit");
    assertThat(plan.versions()).containsEntry("Hyperledger Fabric", "3.1.1");
    assertThat(plan.commands()).containsOnlyKeys("get", "put", "delete", "audit", "await-commits");
  }

  /** The first invocation connects a peer with its chaincode, which takes seconds. */
  @Test
  void aStartEndsWhenAllPeersHaveCommittedATransactionThatChangesNothing() throws Exception {
    FakePrograms.script(
        programs.resolve("peer"),
        """
        [ "$1" = version ] || echo "$@" >>"%1$s"
        [ "$1" = version ] || [ "$(wc -l <"%1$s")" -gt 1 ] || {
          echo no leader
          exit 1
        }
        echo ' Version: v3.1.1'
        """
            .formatted(dir.resolve("calls")));

    assertThat(awaiting("60000")).isEqualTo("all peers commit\n");

    assertThat(Files.readAllLines(dir.resolve("calls")))
        .hasSize(2)
        .last(InstanceOfAssertFactories.STRING)
        .startsWith("chaincode invoke ")
        .contains("{\"Args\":[\"" + Functions.PING + "\"]}", "--peerAddresses 127.0.0.1:3001 ")
        .contains("--peerAddresses 127.0.0.1:3002 ", "--waitForEvent");
  }

  @Test
  void aStartThatDoesNotCommitTellsWhatThePeerSaidLast() throws Exception {
    FakePrograms.script(
        programs.resolve("peer"),
        "[ \"$1\" != version ] || { echo ' Version: v3.1.1'; exit 0; }; echo usage; echo no leader;"
            + " exit 1");

    assertThat(awaiting("0")).isEqualTo("fabric doesn't commit: no leader\n");
  }

  private String awaiting(String timeoutMs) throws Exception {
    ClusterPlan plan = plan(2, Map.of());
    Path script = run.resolve("node1/setup.sh");
    Files.createDirectories(script.getParent());
    Files.writeString(script, TestPlans.file(plan, "node1/setup.sh"));
    List<String> command = new ArrayList<>(plan.commands().get(ClusterPlan.AWAIT_COMMITS));
    command.addAll(List.of("--timeout", timeoutMs));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Whoever may call there changes levels of logs, or removes an orderer's channel. */
  @Test
  void whoAdministersAProcessHasToShowACertificate() {
    ClusterPlan plan = plan(1, Map.of());

    assertThat(TestPlans.file(plan, "node1/core.yaml"))
        .contains("clientAuthRequired: true\n    clientRootCAs:")
        .contains("orderer1.orderers.local/tls/ca.crt");
    assertThat(TestPlans.file(plan, "orderer1/orderer.yaml"))
        .containsPattern("Operations:\\n  ListenAddress: .*\\n  TLS:\\n    Enabled: true")
        .containsPattern("Admin:\\n  ListenAddress: .*\\n  TLS:\\n    Enabled: true")
        .doesNotContain("Enabled: false");
    assertThat(TestPlans.file(plan, "orderer1/orderer.yaml").split("ClientAuthRequired: true", -1))
        .hasSize(3);
    assertThat(TestPlans.file(plan, "orderer1/setup.sh"))
        .contains("--ca-file ", "users/Admin@orderers.local/tls/client.key");
  }

  @Test
  void peersKeepTheirStateInLevelDbUnlessToldOtherwise() throws Exception {
    ClusterPlan plan = plan(1, Map.of());

    assertThat(TestPlans.file(plan, "node1/core.yaml")).contains("stateDatabase: goleveldb\n");
    assertThat(TestPlans.process(plan, "node1").command())
        .containsExactly(programs.resolve("peer").toString(), "node", "start");
  }

  @Test
  void withBboltOnlyThePeersThemselvesAreAnotherProgram() throws Exception {
    Path peer = FakePrograms.script(dir.resolve("own"), "echo ' Version: v3.1.1-bbolt.1'");
    ClusterPlan plan =
        plan(1, Map.of("state.store", "bbolt", "fabric.bbolt.program", peer.toString()));

    assertThat(TestPlans.file(plan, "node1/core.yaml")).contains("stateDatabase: bbolt\n");
    assertThat(TestPlans.process(plan, "node1").command())
        .containsExactly(peer.toString(), "node", "start");
    assertThat(TestPlans.file(plan, "node1/setup.sh"))
        .contains(programs.resolve("peer") + "\" \"$@\"");
    assertThat(plan.versions())
        .containsEntry("Hyperledger Fabric", "3.1.1")
        .containsEntry("Hyperledger Fabric's peer with bbolt", "3.1.1-bbolt.1");
  }

  @Test
  void aPeerThatHasNoBboltIsRefused() {
    assertThatThrownBy(
            () ->
                plan(
                    1,
                    Map.of(
                        "state.store",
                        "bbolt",
                        "fabric.bbolt.program",
                        programs.resolve("peer").toString())))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("peer with bbolt 3.1.1-bbolt.1 is expected");
  }

  @Test
  void aClientFindsAllPeersAndWhoVouchesForThem() throws Exception {
    Map<String, String> client = plan(2, Map.of()).clientProperties();

    assertThat(client)
        .containsEntry("fabric.peers", "127.0.0.1:3001,127.0.0.1:3002")
        .containsEntry("fabric.orderer", "127.0.0.1:2001")
        .containsEntry("fabric.msp", "Org1MSP");
    assertThat(Path.of(client.get("fabric.tls.ca"))).hasContent("authority 1\nauthority 2\n");
  }

  @Test
  void withANetworkThePeersAndOrderersOfTheChannelAreBehindIt() throws Exception {
    ClusterPlan plan = plan(1, Map.of("network.rtt.ms", "20", "orderers", "1"));
    String peer = TestPlans.file(plan, "node1/core.yaml");

    assertThat(peer).contains("listenAddress: 127.0.0.1:3001\n");
    assertThat(peer).doesNotContain("externalEndpoint: 127.0.0.1:3001\n");
    assertThat(channel()).doesNotContain("Port: 3001}").contains("AnchorPeers:");
    assertThat(plan.clientProperties()).containsEntry("fabric.peers", "127.0.0.1:3001");
  }

  @Test
  void blocksAreCutAsTheOptionsSay() throws Exception {
    plan(
        1,
        Map.of(
            "block.transactions.max", "7",
            "block.bytes.max", "65536",
            "block.linger.ms", "40"));

    assertThat(channel())
        .contains("OrdererType: etcdraft", "BatchTimeout: 40ms", "MaxMessageCount: 7")
        .contains("PreferredMaxBytes: 65536", "AbsoluteMaxBytes: 10485760");
  }

  @Test
  void smartBftHasFourOrderersUnlessMoreAreAskedFor() throws Exception {
    ClusterPlan plan = plan(1, Map.of("ordering", "bft"));

    assertThat(TestPlans.names(plan)).contains("orderer4").doesNotContain("orderer5");
    assertThat(channel()).contains("OrdererType: BFT", "ConsenterMapping:", "- ID: 4");
    assertThatThrownBy(() -> plan(1, Map.of("ordering", "bft", "orderers", "3")))
        .isInstanceOf(HarnessException.class)
        .hasMessage("ordering=bft takes at least 4 orderers, not 3");
  }

  @Test
  void thePolicyAsksForAllAMajorityOrAnyOfTheOrganisations() {
    String organisations = ",'Org1MSP.peer','Org2MSP.peer','Org3MSP.peer','Org4MSP.peer')";
    Map.of("all", 4, "majority", 3, "any", 1)
        .forEach(
            (endorsement, needed) ->
                assertThat(
                        TestPlans.file(
                            plan(4, Map.of("endorsement", endorsement)), "node1/setup.sh"))
                    .contains("\"OutOf(" + needed + organisations + "\""));
  }

  @Test
  void planningAgainChangesNoCertificateAndNoBlockAndNoPackage() throws Exception {
    plan(2, Map.of());
    Files.writeString(run.resolve("network/genesis.block"), "the first");
    String setup = TestPlans.file(plan(2, Map.of()), "node1/setup.sh");

    assertThat(run.resolve("network/genesis.block")).hasContent("the first");
    assertThat(TestPlans.file(plan(2, Map.of()), "node1/setup.sh")).isEqualTo(setup);
  }

  @Test
  void whatAnInterruptedStartHasLeftIsMadeAnew() throws Exception {
    plan(2, Map.of());
    Files.writeString(run.resolve("network/genesis.block"), "half of it");
    Files.delete(run.resolve("network/complete"));

    plan(2, Map.of());

    assertThat(run.resolve("network/genesis.block")).hasContent("block");
  }

  @Test
  void thePackageIsTheSameForEveryNetwork() throws Exception {
    plan(2, Map.of());
    byte[] first = Files.readAllBytes(run.resolve("network/kv.tar.gz"));
    Files.delete(run.resolve("network/complete"));
    plan(2, Map.of());

    assertThat(Files.readAllBytes(run.resolve("network/kv.tar.gz"))).isEqualTo(first);
  }

  @Test
  void aToolThatFailsIsNamedWithItsLastWords() throws Exception {
    FakePrograms.script(programs.resolve("configtxgen"), "echo bad profile; exit 3");

    assertThatThrownBy(() -> plan(2, Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("configtxgen exited with status 3; the end of ")
        .hasMessageEndingWith("bad profile");
  }

  @Test
  void whatTheFirstBlockSaysCannotChangeLater() {
    Settings settings =
        new Settings(Systems.byName("fabric").options(), Map.of("block.linger.ms", "100"));
    for (String option : List.of("orderers", "block.transactions.max", "block.linger.ms")) {
      assertThatThrownBy(() -> settings.changed(Map.of(option, "9")))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("cannot change");
    }
  }

  @Test
  void whatIsChangedByUsIsVerifiedBefore() {
    assertThat(FabricProgram.MODULE.sums())
        .containsPattern("(?m)^github.com/hyperledger/fabric v\\S+[^d] h1:");
  }
}
