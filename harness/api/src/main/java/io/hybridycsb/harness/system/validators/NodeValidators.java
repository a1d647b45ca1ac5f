package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.nodes.Order;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A chain of CometBFT that orders the transactions of nodes. Each node has a validator, whose
 * application it is. It waits for its validator on a Unix socket, because a port would take blocks
 * from any user of the machine. Both processes name the socket from their own directories, because
 * its path must be short.
 */
public final class NodeValidators implements Order {
  private static final String SOCKET = "abci.socket";

  private final PlanContext context;
  private final Map<String, String> nodeOfValidator = new LinkedHashMap<>();
  private final ValidatorChain chain;

  /** Makes the validators' keys unless they exist. */
  public NodeValidators(Mempool mempool, PlanContext context) {
    this.context = context;
    NodeNames.of(context.nodes()).forEach(node -> nodeOfValidator.put(validatorOf(node), node));
    this.chain = CometBft.chain(List.copyOf(nodeOfValidator.keySet()), mempool, context);
  }

  private static String validatorOf(String node) {
    return NodeNames.companion(node, "validator");
  }

  /** The validator's {@code proxy_app}. */
  private static String application(String node) {
    return "unix://../" + node + "/" + SOCKET;
  }

  @Override
  public Map<String, String> nodeProperties(String node) {
    return Map.of(
        "abci.listen", "unix:" + SOCKET, "cometbft.rpc", chain.rpcAddress(validatorOf(node)));
  }

  @Override
  public void addTo(PlanParts plan) {
    Map<String, String> applications = new LinkedHashMap<>();
    Map<String, List<NeededProcess>> partners = new LinkedHashMap<>();
    nodeOfValidator.forEach(
        (validator, node) -> {
          applications.put(validator, application(node));
          Path socket = context.directoryOf(node).resolve(SOCKET);
          partners.put(validator, List.of(new NeededProcess(node, socket)));
        });
    chain.addTo(plan, WITH_NODES, applications, partners);
  }

  @Override
  public void describe(ObjectNode cluster) {
    chain.describe(cluster.putObject("validators"), nodeOfValidator);
  }

  @Override
  public Optional<Path> keyOf(String node) {
    return Optional.of(chain.key(validatorOf(node)));
  }

  /**
   * A start of a node and its validator without data.
   *
   * @param process the node or its validator
   * @param dataOf a node's own data, but for what it empties itself
   */
  public FreshStart freshStart(String process, Function<String, Path> dataOf) {
    String node = nodeOfValidator.getOrDefault(process, process);
    String validator = validatorOf(node);
    if (!nodeOfValidator.containsKey(validator)) {
      throw new HarnessException(
          "--fresh takes a node or its validator, not '%s'".formatted(process));
    }
    List<Path> data = new ArrayList<>(chain.data(validator));
    data.add(dataOf.apply(node));
    return new FreshStart(
        List.of(node, validator),
        data,
        CometBft.freshFiles(chain, validator, application(node), context.progress()));
  }

  /**
   * How {@code keygen} makes the files of nodes and their validators.
   *
   * @param nodes writes the files of nodes, with what it is given in the cluster file
   */
  public static Keygen keygen(
      Mempool mempool, BiConsumer<ClusterFiles, Consumer<ObjectNode>> nodes) {
    return new Keygen(
        "",
        true,
        ValidatorContainers.options(),
        files -> {
          ValidatorContainers validators = CometBft.containers(mempool, files);
          validators.write("tcp://");
          nodes.accept(files, cluster -> validators.describe(cluster.putObject("validators")));
        });
  }
}
