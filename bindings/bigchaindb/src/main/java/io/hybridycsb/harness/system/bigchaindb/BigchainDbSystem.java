package io.hybridycsb.harness.system.bigchaindb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.stores.MongoDbServer;
import io.hybridycsb.harness.system.validators.Tendermint;
import io.hybridycsb.harness.system.validators.ValidatorChain;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * BigchainDB 2.2.2: each node has a MongoDB, a Python server, and a Tendermint validator with that
 * server as its application.
 */
public class BigchainDbSystem implements SystemDescription {
  private static final String BINDING = "bigchaindb";
  private static final String PARALLEL_VALIDATION = "parallel-validation";
  private static final String VALIDATE_BY = "parallel-validation.by";
  static final String THREADS = "threads";
  static final String WORKERS = "workers";
  static final String LAUNCHER = "bigchaindb-node.py";

  /**
   * Workers beside those that wait for commits: for look-ups, and for the threads of a dead node.
   */
  private static final int WORKERS_SPARE = 2;

  private static final int STORES = 0;
  private static final int NODES_AND_VALIDATORS = 1;

  private final String name;
  private final boolean parallel;
  private final Function<PlanContext, Path> installed;

  public BigchainDbSystem() {
    this(BINDING, false);
  }

  /**
   * @param parallel whether transactions are validated in parallel unless an option says otherwise
   */
  BigchainDbSystem(String name, boolean parallel) {
    this(
        name,
        parallel,
        context ->
            BigchainDbProgram.ofThisMachine(context.progress())
                .find(context.settings().get(BigchainDbProgram.OPTION)));
  }

  /**
   * @param installed finds the Python that has BigchainDB
   */
  BigchainDbSystem(String name, boolean parallel, Function<PlanContext, Path> installed) {
    this.name = name;
    this.parallel = parallel;
    this.installed = installed;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options = new ArrayList<>();
    options.add(
        Property.flag(
            PARALLEL_VALIDATION,
            parallel,
            "whether a node validates a block's transactions in several processes"));
    options.add(
        Property.choice(
            VALIDATE_BY,
            List.of("asset", "id"),
            "which transactions one of them gets: those of one asset, or by their own ids, as"
                + " released, whose nodes fail for good when two of a block spend the same"
                + " output"));
    options.add(
        Property.number(
            THREADS, "32", 1, 4096, "client threads to have enough workers for, over all nodes"));
    options.add(
        Property.number(
            WORKERS,
            "",
            1,
            1_000,
            "processes of a node that serve HTTP; otherwise as many as threads need"));
    options.add(
        Property.text(
            BigchainDbProgram.OPTION,
            "text",
            "",
            "the Python 3.6 to install BigchainDB with; otherwise $%s, the PATH's, pyenv's"
                .formatted(BigchainDbProgram.VARIABLE)));
    options.add(MongoDbServer.option());
    options.add(MongoDbServer.standInJvm());
    options.addAll(Tendermint.options());
    return options;
  }

  @Override
  public Optional<Keygen> keygen() {
    return parallel ? Optional.empty() : Optional.of(BigchainDbContainers.keygen());
  }

  /** A node may lag behind, and clients change nodes when one dies. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(Model.COMMITTED);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_FOREVER,
            "transactions in blocks",
            servers.portsBeside(abci("")),
            new TransactionsInBlocks()));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    Path python = installed.apply(context);
    List<String> names = NodeNames.of(context.nodes());
    PlanParts plan = new PlanParts();
    plan.versions().put("BigchainDB", BigchainDbProgram.VERSION);
    MongoDbServer mongo = new MongoDbServer(context, true);
    plan.versions().put(mongo.version().getKey(), mongo.version().getValue());
    Map<String, String> applications = new LinkedHashMap<>();
    Map<String, List<NeededProcess>> endsWith = new LinkedHashMap<>();
    for (String node : names) {
      NeededProcess application = application(context, node);
      applications.put(validatorOf(node), "127.0.0.1:" + application.port());
      endsWith.put(validatorOf(node), List.of(application, store(context, node)));
    }
    ValidatorChain chain = Tendermint.chain(List.copyOf(applications.keySet()), context);
    plan.files()
        .put(
            context.directory().resolve(LAUNCHER),
            Template.fill(BigchainDbSystem.class, LAUNCHER, Map.of()));
    for (String node : names) {
      mongo.add(mongoOf(node), STORES, plan);
      addNode(context, python, node, chain, plan);
    }
    chain.addTo(plan, NODES_AND_VALIDATORS, applications, endsWith);
    return plan.finish(context, client(context, names), BindingCommands.of(context, BINDING));
  }

  private static String validatorOf(String node) {
    return NodeNames.companion(node, "validator");
  }

  private static String mongoOf(String node) {
    return NodeNames.companion(node, "mongodb");
  }

  private static String abci(String node) {
    return node + "-abci";
  }

  private static String events(String node) {
    return node + "-events";
  }

  private static NeededProcess application(PlanContext context, String node) {
    return new NeededProcess(node, context.ports().port(abci(node)));
  }

  private static NeededProcess store(PlanContext context, String node) {
    return new NeededProcess(mongoOf(node), context.ports().port(mongoOf(node)));
  }

  private static boolean isParallel(PlanContext context) {
    return context.settings().get(PARALLEL_VALIDATION).equals("true");
  }

  /**
   * A node that validates in parallel acknowledges transactions before it finds them invalid, so
   * the client looks them up.
   */
  private static Map<String, String> client(PlanContext context, List<String> nodes) {
    return new TreeMap<>(
        Map.of(
            "bigchaindb.endpoints",
            nodes.stream().map(context::address).collect(Collectors.joining(",")),
            "bigchaindb.confirm",
            Boolean.toString(isParallel(context))));
  }

  private static void addNode(
      PlanContext context, Path python, String node, ValidatorChain chain, PlanParts plan) {
    Path config = context.directoryOf(node).resolve("bigchaindb.json");
    int port = context.ports().port(node);
    plan.files()
        .put(config, config(context, node, chain.rpcAddress(validatorOf(node))).toPrettyString());
    List<String> command = new ArrayList<>();
    command.add(python.toString());
    command.add(context.directory().resolve(LAUNCHER).toString());
    command.add("start");
    if (isParallel(context)) {
      command.add("--experimental-parallel-validation");
    }
    plan.processes()
        .add(
            context
                .process(
                    node,
                    "node",
                    NODES_AND_VALIDATORS,
                    command,
                    new Readiness.AnswersHttp("127.0.0.1", port, "/api/v1/"),
                    abci(node),
                    events(node))
                .withEnvironment(
                    Map.of(
                        "BIGCHAINDB_CONFIG_PATH", config.toString(),
                        "HYBRID_ABCI_PORT", Integer.toString(application(context, node).port()),
                        "HYBRID_DATABASE_PORT", Integer.toString(store(context, node).port()),
                        "HYBRID_VALIDATE_BY", context.settings().get(VALIDATE_BY),
                        "PYTHONUNBUFFERED", "1"))
                .endingWith(List.of(store(context, node))));
  }

  private static ObjectNode config(PlanContext context, String node, String tendermint) {
    String events = context.address(events(node));
    return new BigchainDbConfig(
            context.address(mongoOf(node)),
            context.address(node),
            events,
            events,
            tendermint,
            workers(context.settings(), context.nodes()))
        .json();
  }

  /** How many processes of each node serve HTTP. */
  static int workers(Settings settings, int nodes) {
    String wanted = settings.get(WORKERS);
    if (!wanted.isEmpty()) {
      return Integer.parseInt(wanted);
    }
    int threads = (int) settings.getLong(THREADS);
    return (threads + nodes - 1) / nodes + WORKERS_SPARE;
  }
}
