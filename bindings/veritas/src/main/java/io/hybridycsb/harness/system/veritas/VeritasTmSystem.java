package io.hybridycsb.harness.system.veritas;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.validators.AbciSocket;
import io.hybridycsb.harness.system.validators.CometBft;
import io.hybridycsb.harness.system.validators.Mempool;
import io.hybridycsb.harness.system.validators.ValidatorChain;
import io.hybridycsb.harness.system.validators.ValidatorContainers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Veritas over CometBFT: each node has a Redis (unless another state store is chosen), a server
 * process, and a validator with that server as its application.
 */
public final class VeritasTmSystem implements SystemDescription {
  private static final String NAME = "veritas-tm";
  private static final String MAIN = "io.hybridycsb.veritas.tendermint.VeritasTm";

  private static final String SNAPSHOT_INTERVAL = "snapshot.interval";
  private static final String BLOCK_LINGER_MS = "block.linger.ms";

  /** The server's default of {@code block.bytes.max}. */
  public static final long BLOCK_BYTES_DEFAULT = 1L << 20;

  private static final int STORES = 0;

  /** One stage, because a node and its validator need each other to serve. */
  private static final int NODES_AND_VALIDATORS = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(VeritasNodes.options());
    options.add(
        SystemOption.integer(
            BLOCK_LINGER_MS, "", 0, 60_000, "how long a proposer waits for more, at most"));
    options.add(
        SystemOption.integer(
            SNAPSHOT_INTERVAL,
            "",
            0,
            1_000_000_000,
            "blocks of the ledger from one snapshot to the next; 0: none"));
    options.addAll(CometBft.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(VeritasNodes.promisedModel(Model.COMMITTED, "session", ycsbProperties));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen(
            "",
            true,
            ValidatorContainers.options(),
            files -> {
              ValidatorContainers validators = CometBft.containers(Mempool.OF_CALLS, files);
              validators.write("tcp://");
              VeritasFiles.write(
                  NAME, files, cluster -> validators.describe(cluster.putObject("validators")));
            }));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(VeritasNodes.recordedWrites(servers));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    VeritasNodes nodes = new VeritasNodes(NAME, MAIN, context);
    Map<String, String> nodeOfValidator = new LinkedHashMap<>();
    nodes.names().forEach(node -> nodeOfValidator.put(validatorOf(node), node));
    ValidatorChain chain =
        CometBft.chain(List.copyOf(nodeOfValidator.keySet()), Mempool.OF_CALLS, context);
    CometBft.requireRoomFor("record.bytes.max", context.settings());
    nodes.requireBlocksWithRoomForRecords(BLOCK_BYTES_DEFAULT);
    PlanParts plan = new PlanParts();
    nodes.addStores(STORES, plan);
    Map<String, String> applications = new LinkedHashMap<>();
    Map<String, List<Partner>> partners = new LinkedHashMap<>();
    for (String node : nodes.names()) {
      AbciSocket abci = new AbciSocket(node, context);
      String validator = validatorOf(node);
      applications.put(validator, abci.application());
      partners.put(validator, List.of(abci.partner()));
      Map<String, String> sharedLog = new TreeMap<>();
      sharedLog.put("abci.listen", abci.listen());
      sharedLog.put("cometbft.rpc", chain.rpcAddress(validator));
      if (context.links().areWanted()) {
        sharedLog.put("peer.addresses", peerAddresses(context, node, nodes.names()));
      }
      for (String option : List.of(BLOCK_LINGER_MS, SNAPSHOT_INTERVAL)) {
        if (context.settings().isSet(option)) {
          sharedLog.put(option, context.settings().get(option));
        }
      }
      nodes.addNode(node, NODES_AND_VALIDATORS, List.of(), sharedLog, plan);
    }
    chain.addTo(plan, NODES_AND_VALIDATORS, applications, partners);
    return nodes.finish(
        plan, cluster -> chain.describe(cluster.putObject("validators"), nodeOfValidator));
  }

  /** The state store isn't emptied here: a node with an empty ledger does that itself. */
  @Override
  public FreshStart freshStart(PlanContext context, String process) {
    VeritasNodes nodes = new VeritasNodes(NAME, MAIN, context);
    String node =
        nodes.names().stream()
            .filter(name -> name.equals(process) || validatorOf(name).equals(process))
            .findFirst()
            .orElseThrow(
                () ->
                    new HarnessException(
                        "--fresh takes a node or its validator, not '%s'".formatted(process)));
    String validator = validatorOf(node);
    ValidatorChain chain =
        CometBft.chain(
            nodes.names().stream().map(VeritasTmSystem::validatorOf).toList(),
            Mempool.OF_CALLS,
            context);
    List<Path> data = new ArrayList<>(chain.data(validator));
    data.add(nodes.data(node));
    return new FreshStart(
        List.of(node, validator),
        data,
        CometBft.freshFiles(
            chain, validator, new AbciSocket(node, context).application(), context.progress()));
  }

  /** Nodes also send each other transactions directly, not only through their validators. */
  private static String peerAddresses(PlanContext context, String node, List<String> nodes) {
    return nodes.stream()
        .filter(other -> !other.equals(node))
        .map(other -> other + "=" + context.links().address(node, other, other))
        .collect(Collectors.joining(","));
  }

  private static String validatorOf(String node) {
    return NodeNames.companion(node, "validator");
  }
}
