package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.http.LoopbackTls;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Hyperledger Fabric: one organisation per node, each with a peer and a chaincode process, and
 * orderers. There is one channel and one chaincode.
 */
public final class FabricSystem implements SystemDescription {
  private static final String NETWORK = "network";
  private static final String NAME = "fabric";
  private static final String CHAINCODE_SERVER = "fabric-chaincode";
  private static final String CHAINCODE_MAIN = "io.hybridycsb.fabric.chaincode.ChaincodeMain";

  private static final int ORDERERS = 0;

  /** A peer that finds none when it starts waits for seconds before it tries again. */
  private static final int CHAINCODES = 0;

  /** Peers need running orderers for their setup. */
  private static final int PEERS = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    return FabricOptions.all();
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(FabricContainers.keygen());
  }

  /** A peer may lag behind, and threads change peers when theirs dies. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    String peers = ycsbProperties.getOrDefault("fabric.peers", "");
    boolean onePeer = !peers.isEmpty() && !peers.contains(",");
    return Optional.of(onePeer ? Model.LINEARIZABLE : Model.COMMITTED);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    SortedMap<String, Integer> peers = servers.portsEndingIn(FabricLayout.operations(""));
    peers.keySet().removeIf(name -> !FabricLayout.isPeer(name));
    String chaincode = FabricLayout.CHAINCODE + ":" + FabricLayout.CHAINCODE_VERSION;
    FabricLayout layout =
        new FabricLayout(servers.directory().resolve(NETWORK), 0, 0, name -> name);
    LoopbackTls operator =
        new LoopbackTls(
            layout.peersTlsCa(),
            layout.operatorTls().resolve("client.crt"),
            layout.operatorTls().resolve("client.key"));
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_SINCE_START,
            "valid transactions in peers' blocks",
            peers,
            CountedByServer.byMetric(
                operator,
                "ledger_transaction_count",
                Map.of("chaincode", chaincode, "validation_code", "VALID"))));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    return new Plan(context).made();
  }

  /** Places on this machine. */
  private record LocalPlaces(PlanContext context, Path programs) implements FabricFiles.Places {
    @Override
    public String program(String name) {
      return programs.resolve(name).toString();
    }

    @Override
    public String address(String use) {
      return context.address(use);
    }

    @Override
    public String listen(String use) {
      return address(use);
    }

    @Override
    public Path directory(String process) {
      return context.directoryOf(process);
    }

    @Override
    public Path data(String process) {
      return directory(process).resolve("data");
    }
  }

  /** A plan under construction. */
  private static final class Plan {
    private final PlanContext context;
    private final Settings settings;
    private final FabricLayout layout;
    private final FabricConfig config;
    private final FabricNetwork network;
    private final FabricFiles files;
    private final Path programs;
    private final Path peer;
    private final PlanParts parts = new PlanParts();

    Plan(PlanContext context) {
      this.context = context;
      this.settings = context.settings();
      this.layout =
          new FabricLayout(
              context.directoryOf(NETWORK),
              FabricOptions.orderers(settings),
              context.nodes(),
              name -> context.links().addressForAll(name, name));
      this.config = new FabricConfig(layout, settings);
      this.programs = parts.program(FabricProgram.PROGRAM, context).getParent();
      this.peer =
          config.stateDatabase().equals(FabricOptions.BBOLT)
              ? parts.program(PeerWithBbolt.PROGRAM, context)
              : programs.resolve("peer");
      this.network = new FabricNetwork(layout, config, programs);
      this.files =
          new FabricFiles(
              context.directory().getFileName().toString(),
              layout,
              config,
              new LocalPlaces(context, programs));
    }

    ClusterPlan made() {
      network.make();
      layout.orderers().forEach(this::addOrderer);
      layout.peers().forEach(this::addPeer);
      layout.peers().forEach(this::addChaincode);
      parts.files().put(auditScript(), files.audit());
      Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
      commands.put("audit", List.of("sh", auditScript().toString()));
      commands.put(ClusterPlan.AWAIT_COMMITS, step(first(), "await").command());
      return parts.finish(context, files.clientProperties(), commands);
    }

    private Path dir(String process) {
      return context.directoryOf(process);
    }

    private Path setup(String process) {
      return dir(process).resolve("setup.sh");
    }

    /** The peer whose setup does what is done once for all. */
    private String first() {
      return layout.peers().get(0);
    }

    private SetupCommand step(String process, String step) {
      return new SetupCommand(step, List.of("sh", setup(process).toString(), step));
    }

    private String address(String use) {
      return context.address(use);
    }

    private Readiness connects(String process) {
      return new Readiness.Connects("127.0.0.1", context.ports().port(process));
    }

    private void addOrderer(String name) {
      parts.files().put(dir(name).resolve("orderer.yaml"), files.orderer(name));
      parts.files().put(setup(name), files.ordererSetup(name));
      parts
          .processes()
          .add(
              context
                  .process(
                      name,
                      "orderer",
                      ORDERERS,
                      List.of(programs.resolve("orderer").toString()),
                      connects(name),
                      FabricLayout.operations(name),
                      FabricLayout.admin(name))
                  .withEnvironment(environment(name))
                  .withSetup(List.of(), List.of(step(name, "join"))));
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
      parts.files().put(dir(name).resolve("core.yaml"), files.peer(name));
      parts.files().put(setup(name), files.peerSetup(name, network.packageId()));
      Map<String, String> environment = environment(name);
      environment.put("CHAINCODE_ADDRESS", address(FabricLayout.chaincodeOf(name)));
      List<SetupCommand> steps =
          new ArrayList<>(
              List.of(step(name, "join"), step(name, "install"), step(name, "approve")));
      if (name.equals(first())) {
        steps.add(step(name, "commit"));
      }
      parts
          .processes()
          .add(
              context
                  .process(
                      name,
                      "peer",
                      PEERS,
                      List.of(peer.toString(), "node", "start"),
                      connects(name),
                      FabricLayout.operations(name),
                      FabricLayout.chaincodes(name))
                  .withEnvironment(environment)
                  .withSetup(List.of(), steps));
    }

    private void addChaincode(String peer) {
      String name = FabricLayout.chaincodeOf(peer);
      List<String> command =
          context
              .home()
              .serverCommand(
                  CHAINCODE_SERVER,
                  settings.get(FabricOptions.CHAINCODE_HEAP),
                  settings.get(FabricOptions.CHAINCODE_JVM),
                  CHAINCODE_MAIN);
      parts
          .processes()
          .add(
              context
                  .process(name, "chaincode", CHAINCODES, command, connects(name))
                  .withEnvironment(
                      Map.of(
                          "CHAINCODE_SERVER_ADDRESS",
                          address(name),
                          "CORE_CHAINCODE_ID_NAME",
                          network.packageId(),
                          "CORE_PEER_TLS_ENABLED",
                          "false",
                          "CORE_CHAINCODE_LOGGING_LEVEL",
                          "WARNING")));
    }

    private Path auditScript() {
      return layout.network().resolve("audit.sh");
    }
  }
}
