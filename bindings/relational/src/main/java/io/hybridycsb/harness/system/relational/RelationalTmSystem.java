package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.process.Partner;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.ClusterPlan;
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

/**
 * A relational database on each node, which executes the transactions of a CometBFT chain: a node
 * is a database, a server process, and a validator with that server as its application.
 */
public final class RelationalTmSystem implements SystemDescription {
  private static final String NAME = "relational-tm";
  private static final String MAIN = "io.hybridycsb.relational.tendermint.RelationalTm";

  /** A node's default of {@code transaction.bytes.max}. */
  private static final int TRANSACTION_BYTES_MAX = 1 << 20;

  /** A validator's memory for what waits is that of a node. */
  private static final Mempool MEMPOOL =
      new Mempool(50_000, 64L << 20, 100_000, TRANSACTION_BYTES_MAX);

  private static final int DATABASES = 0;

  /** One stage, because a node and its validator need each other to serve. */
  private static final int NODES_AND_VALIDATORS = 1;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>(NodeDatabases.options());
    options.addAll(RelationalNodes.options());
    options.addAll(CometBft.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(RelationalNodes.promisedModel(ycsbProperties));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(RelationalNodes.recordedWrites(servers));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen("", true, ValidatorContainers.options(), RelationalTmSystem::write));
  }

  private static void write(ClusterFiles files) {
    ValidatorContainers validators = CometBft.containers(MEMPOOL, files);
    validators.write("tcp://");
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int n : files.numbers()) {
      addresses.put("node" + n, files.addressOf(n));
      files.writeNode(n, Map.of());
    }
    ClusterFiles.write(
        files.directory().resolve(ClusterFiles.CLUSTER_FILE),
        ClusterJson.text(
            files.cluster(),
            NAME,
            files.directory(),
            addresses,
            cluster -> validators.describe(cluster.putObject("validators"))));
    RelationalNodes.writeClient(files, addresses);
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    List<String> names = NodeNames.of(context.nodes());
    Map<String, String> nodeOfValidator = new LinkedHashMap<>();
    names.forEach(node -> nodeOfValidator.put(validatorOf(node), node));
    ValidatorChain chain = CometBft.chain(List.copyOf(nodeOfValidator.keySet()), MEMPOOL, context);
    PlanParts plan = new PlanParts();
    NodeDatabases databases = new NodeDatabases(context);
    databases.addTo(plan, DATABASES, names);
    RelationalNodes nodes = new RelationalNodes(NAME, MAIN, context);
    Map<String, String> applications = new LinkedHashMap<>();
    Map<String, List<Partner>> partners = new LinkedHashMap<>();
    for (String node : names) {
      String validator = validatorOf(node);
      AbciSocket abci = new AbciSocket(node, context);
      applications.put(validator, abci.application());
      partners.put(validator, List.of(abci.partner()));
      Map<String, String> own = new LinkedHashMap<>(databases.nodeProperties(node));
      own.put("abci.listen", abci.listen());
      own.put("cometbft.rpc", chain.rpcAddress(validator));
      nodes.addNode(node, NODES_AND_VALIDATORS, own, List.of(), plan);
    }
    chain.addTo(plan, NODES_AND_VALIDATORS, applications, partners);
    plan.files()
        .put(
            nodes.clusterFile(),
            ClusterJson.text(
                nodes.cluster(),
                NAME,
                context.directory(),
                nodes.addresses(names),
                json -> chain.describe(json.putObject("validators"), nodeOfValidator)));
    List<Path> keys = nodeOfValidator.keySet().stream().map(chain::key).toList();
    return plan.finish(context, nodes.client(names), nodes.commands(names, keys));
  }

  private static String validatorOf(String node) {
    return NodeNames.companion(node, "validator");
  }
}
