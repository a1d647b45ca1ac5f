package io.hybridycsb.harness.system;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Hyperledger Fabric: as many organisations as there are nodes, with a peer and a chaincode process
 * each, and orderers. One channel, one chaincode.
 */
final class FabricSystem implements SystemDescription {
  private static final String NAME = "fabric";
  private static final String CHAINCODE_SERVER = "fabric-chaincode";
  private static final String CHAINCODE_MAIN = "io.hybridycsb.fabric.chaincode.ChaincodeMain";
  private static final String USER = "User1";

  private static final int ORDERERS = 0;

  /** They need orderers to be set up. */
  private static final int PEERS = 1;

  /** A definition is committed when all organisations have approved of it. */
  private static final int CHAINCODES = 2;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Hyperledger Fabric 3.1, an organisation with a peer per node, Raft or SmartBFT orderers";
  }

  @Override
  public List<SystemOption> options() {
    return FabricOptions.all();
  }

  @Override
  public String commitMode(Map<String, String> ycsbProperties) {
    return ycsbProperties.getOrDefault("fabric.commit", "sync");
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    return new Plan(context).made();
  }

  /** A plan in the making. */
  private static final class Plan {
    private final PlanContext context;
    private final Settings settings;
    private final FabricLayout layout;
    private final FabricConfig config;
    private final FabricNetwork network;
    private final Path programs;
    private final PlanParts parts = new PlanParts();

    Plan(PlanContext context) {
      this.context = context;
      this.settings = context.settings();
      this.layout = new FabricLayout(context, FabricOptions.orderers(settings));
      this.config = new FabricConfig(layout, settings);
      GoProgram program = GoProgram.ofThisMachine(FabricProgram.DESCRIPTION, context.progress());
      Path peer = program.find(settings.get(FabricProgram.OPTION));
      this.programs = peer.getParent();
      this.network = new FabricNetwork(layout, config, programs);
      parts.versions().put("Hyperledger Fabric", program.versionOf(peer));
    }

    ClusterPlan made() {
      network.make();
      layout.orderers().forEach(this::addOrderer);
      layout.peers().forEach(this::addPeer);
      layout.peers().forEach(this::addChaincode);
      parts.files().put(auditScript(), audit());
      Map<String, String> client = clientProperties();
      Path clientFile = context.directory().resolve("client.properties");
      parts.files().put(clientFile, PropertiesText.of("How a client finds this cluster.", client));
      Map<String, List<String>> commands =
          new LinkedHashMap<>(BindingCommands.of(context, NAME, clientFile));
      commands.put("audit", List.of("sh", auditScript().toString()));
      return new ClusterPlan(parts.processes(), parts.files(), client, commands, parts.versions());
    }

    private Path dir(String process) {
      return context.directoryOf(process);
    }

    private Path setup(String process) {
      return dir(process).resolve("setup.sh");
    }

    private SetupCommand step(String process, String step) {
      return new SetupCommand(step, List.of("sh", setup(process).toString(), step));
    }

    private Readiness connects(String process) {
      return new Readiness.Connects("127.0.0.1", layout.port(process));
    }

    private void addOrderer(String name) {
      String operations = FabricLayout.operations(name);
      String admin = FabricLayout.admin(name);
      parts
          .files()
          .put(
              dir(name).resolve("orderer.yaml"),
              Template.fill(
                  "fabric-orderer.yaml",
                  Map.of(
                      "port", layout.port(name),
                      "operations", layout.address(operations),
                      "admin", layout.address(admin),
                      "identity", layout.ordererIdentity(name),
                      "msp", FabricLayout.ORDERER_MSP,
                      "data", dir(name).resolve("data"))));
      parts
          .files()
          .put(
              setup(name),
              Template.fill(
                  "fabric-orderer-setup.sh",
                  Map.of(
                      "osnadmin", programs.resolve("osnadmin"),
                      "channel", FabricLayout.CHANNEL,
                      "admin", layout.address(admin),
                      "genesis", layout.genesis())));
      parts
          .processes()
          .add(
              new ProcessSpec(
                  name,
                  "orderer",
                  ORDERERS,
                  List.of(programs.resolve("orderer").toString()),
                  environment(name),
                  dir(name),
                  layout.address(name),
                  List.of(layout.port(name), layout.port(operations), layout.port(admin)),
                  connects(name),
                  List.of(),
                  List.of(step(name, "join"))));
    }

    private static Map<String, String> logging() {
      return Map.of("FABRIC_LOGGING_SPEC", "warning", "NO_PROXY", "127.0.0.1");
    }

    private Map<String, String> environment(String name) {
      Map<String, String> environment = new LinkedHashMap<>(logging());
      environment.put("FABRIC_CFG_PATH", dir(name).toString());
      return environment;
    }

    private void addPeer(String name) {
      String operations = FabricLayout.operations(name);
      String chaincodes = FabricLayout.chaincodes(name);
      parts
          .files()
          .put(
              dir(name).resolve("core.yaml"),
              Template.fill(
                  "fabric-core.yaml",
                  Map.of(
                      "name", name,
                      "network", context.directory().getFileName(),
                      "address", layout.address(name),
                      "addressForOthers", layout.addressForOthers(name),
                      "operations", layout.address(operations),
                      "chaincodes", layout.address(chaincodes),
                      "msp", FabricLayout.mspOf(name),
                      "identity", layout.peerIdentity(name),
                      "builder", layout.builder(),
                      "data", dir(name).resolve("data"))));
      parts.files().put(setup(name), peerSetup(name));
      Map<String, String> environment = environment(name);
      environment.put("CHAINCODE_ADDRESS", layout.address(FabricLayout.chaincodeOf(name)));
      parts
          .processes()
          .add(
              new ProcessSpec(
                  name,
                  "peer",
                  PEERS,
                  List.of(programs.resolve("peer").toString(), "node", "start"),
                  environment,
                  dir(name),
                  layout.address(name),
                  List.of(layout.port(name), layout.port(operations), layout.port(chaincodes)),
                  connects(name),
                  List.of(),
                  List.of(step(name, "join"), step(name, "install"), step(name, "approve"))));
    }

    private String peerSetup(String name) {
      String allPeers =
          layout.peers().stream()
              .map(
                  peer ->
                      "--peerAddresses %s --tlsRootCertFiles \"%s\""
                          .formatted(
                              layout.address(peer),
                              layout.peerIdentity(peer).resolve("tls").resolve("ca.crt")))
              .collect(Collectors.joining(" "));
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("peer", programs.resolve("peer"));
      values.put("config", dir(name));
      values.put("adminMsp", layout.userMsp(name, "Admin"));
      values.put("channel", FabricLayout.CHANNEL);
      values.put("chaincode", FabricLayout.CHAINCODE);
      values.put("package", layout.chaincodePackage());
      values.put("packageId", network.packageId());
      values.put("policy", config.endorsementPolicy());
      values.put("genesis", layout.genesis());
      values.put("orderer", layout.address("orderer1"));
      values.put("ordererCa", layout.ordererTlsCa());
      values.put("allPeers", allPeers);
      return Template.fill("fabric-peer-setup.sh", values);
    }

    private void addChaincode(String peer) {
      String name = FabricLayout.chaincodeOf(peer);
      List<String> command = new ArrayList<>();
      command.add(context.home().java());
      command.add("-Xmx" + settings.get(FabricOptions.CHAINCODE_HEAP));
      command.addAll(JvmFlags.split(settings.get(FabricOptions.CHAINCODE_JVM)));
      command.addAll(JvmFlags.OF_SERVERS);
      command.addAll(List.of("-cp", context.home().serverClassPath(CHAINCODE_SERVER)));
      command.add(CHAINCODE_MAIN);
      boolean first = peer.equals(layout.peers().get(0));
      parts
          .processes()
          .add(
              new ProcessSpec(
                  name,
                  "chaincode",
                  CHAINCODES,
                  command,
                  Map.of(
                      "CHAINCODE_SERVER_ADDRESS",
                      layout.address(name),
                      "CORE_CHAINCODE_ID_NAME",
                      network.packageId(),
                      "CORE_PEER_TLS_ENABLED",
                      "false",
                      "CORE_CHAINCODE_LOGGING_LEVEL",
                      "WARNING"),
                  dir(name),
                  layout.address(name),
                  List.of(layout.port(name)),
                  connects(name),
                  List.of(),
                  first ? List.of(step(peer, "commit")) : List.of()));
    }

    private Path auditScript() {
      return layout.network().resolve("audit.sh");
    }

    private String audit() {
      String calls =
          layout.peers().stream()
              .map(
                  peer ->
                      "  echo \"%s $(info \"%s\" \"%s\")\""
                          .formatted(peer, dir(peer), layout.userMsp(peer, "Admin")))
              .collect(Collectors.joining("\n"));
      return Template.fill(
          "fabric-audit.sh",
          Map.of(
              "peer",
              programs.resolve("peer"),
              "channel",
              FabricLayout.CHANNEL,
              "count",
              layout.peers().size(),
              "calls",
              calls));
    }

    private Map<String, String> clientProperties() {
      String peer = layout.peers().get(0);
      Path msp = layout.userMsp(peer, USER);
      Map<String, String> properties = new LinkedHashMap<>();
      properties.put(
          "fabric.peers",
          layout.peers().stream().map(layout::address).collect(Collectors.joining(",")));
      properties.put("fabric.tls.ca", layout.peersTlsCa().toString());
      properties.put("fabric.channel", FabricLayout.CHANNEL);
      properties.put("fabric.chaincode", FabricLayout.CHAINCODE);
      properties.put("fabric.msp", FabricLayout.mspOf(peer));
      properties.put(
          "fabric.cert",
          msp.resolve("signcerts")
              .resolve("%s@%s-cert.pem".formatted(USER, FabricLayout.domainOf(peer)))
              .toString());
      properties.put("fabric.key", msp.resolve("keystore").resolve("priv_sk").toString());
      return properties;
    }
  }
}
