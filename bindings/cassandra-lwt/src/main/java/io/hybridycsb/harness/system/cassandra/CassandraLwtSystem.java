package io.hybridycsb.harness.system.cassandra;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PeerCertificate;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Apache Cassandra 5.0 for lightweight transactions: N nodes, each with an equal share of the ring,
 * and N replicas of every record unless fewer are asked for.
 */
public final class CassandraLwtSystem implements SystemDescription {
  private static final String NAME = "cassandra-lwt";
  private static final String SERVER = "cassandra";
  private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

  private static final String HEAP = "cassandra.heap";
  private static final String JVM = "cassandra.jvm";
  private static final String YAML_PREFIX = "cassandra.yaml.";
  private static final String REPLICATION_FACTOR = "replication.factor";
  private static final String PAXOS_VARIANT = "paxos.variant";
  private static final String COMMITLOG_SYNC = "commitlog.sync";
  private static final String TIMEOUT_MS = "timeout.ms";

  private static final String HOST = "127.0.0.1";

  /** The prefix of proxies' hosts, which are loopback addresses on Linux. */
  private static final String PROXY_HOSTS = "127.0.1.";

  private static final int PROXY_HOSTS_MAX = 254;
  private static final String DATACENTER = "datacenter1";
  private static final int NODES = 0;

  /** How much longer than a node a client waits, so that it gets the node's answer. */
  private static final long CLIENT_EXTRA_MS = 2_000;

  /** The modules that Cassandra's own start script opens, as far as a node needs them. */
  private static final List<String> MODULES =
      List.of(
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    return List.of(
        Property.memory(HEAP, "512m", "a node's heap"),
        Property.text(JVM, "text", "-XX:+UseSerialGC", "further options of a node's JVM"),
        Property.text(
            CassandraJava.OPTION,
            "text",
            "",
            "the directory of the JDK 17 to run it on; otherwise $%s, or one that is installed"
                .formatted(CassandraJava.VARIABLE)),
        Property.number(REPLICATION_FACTOR, "", 1, 100, "replicas of each record; as many as nodes")
            .fixed(),
        Property.choice(PAXOS_VARIANT, List.of("v1", "v2"), "how replicas agree"),
        Property.choice(
            COMMITLOG_SYNC,
            List.of("batch", "group", "periodic"),
            "batch, group: promises and writes are on disk before they are answered;"
                + " periodic: within 100 ms, Cassandra's own default"),
        Property.number(
            TIMEOUT_MS, "5000", 10, 600_000, "how long a node works on an operation, in ms"),
        Property.any(
            YAML_PREFIX,
            "any other setting of cassandra.yaml, as in cassandra.yaml.concurrent_writes"));
  }

  @Override
  public Optional<String> whyNoNetwork() {
    return System.getProperty("os.name").equals("Linux")
        ? Optional.empty()
        : Optional.of(
            "its nodes then need addresses that the loopback interface has on Linux only");
  }

  /** Without Paxos a read may mix states, and unsynced decisions may be lost with the process. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    String reads = ycsbProperties.getOrDefault("cassandra.read.consistency", "serial");
    boolean paxos =
        ycsbProperties.getOrDefault("cassandra.mode", "lwt").equals("lwt")
            && Set.of("serial", "local_serial").contains(reads);
    boolean synced = !cluster.get("commitlog.sync").equals("periodic");
    return paxos && synced ? Optional.of(Model.LINEARIZABLE) : Optional.empty();
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(new AppliedTransactions(servers.pids()));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    if (context.links().areWanted() && context.nodes() > PROXY_HOSTS_MAX) {
      throw new UsageException(
          "%s takes network.* options for %d nodes at most".formatted(NAME, PROXY_HOSTS_MAX));
    }
    Path java = CassandraJava.ofThisMachine().find(context.settings().get(CassandraJava.OPTION));
    PlanParts plan = new PlanParts();
    plan.versions().put("Cassandra", context.home().versionOf(SERVER, "cassandra-all"));
    List<String> names = NodeNames.of(context.nodes());
    for (String name : names) {
      plan.files()
          .put(
              config(context, name),
              withSettings(yaml(context, names, name), context.settings().under(YAML_PREFIX)));
      plan.files()
          .put(
              logging(context, name),
              Template.fill(CassandraLwtSystem.class, "cassandra-logback.xml", Map.of()));
      plan.processes().add(process(context, name, java));
    }
    Map<String, String> client = clientProperties(context, names);
    return plan.finish(context, client, BindingCommands.withInsertsOfNewOnly(context, NAME));
  }

  static boolean isNode(String process) {
    return process.matches("node[0-9]+");
  }

  private static long replicationFactor(PlanContext context) {
    if (!context.settings().isSet(REPLICATION_FACTOR)) {
      return context.nodes();
    }
    long factor = context.settings().getLong(REPLICATION_FACTOR);
    if (factor > context.nodes()) {
      throw new HarnessException(
          "%s is %d, but there are %d nodes"
              .formatted(REPLICATION_FACTOR, factor, context.nodes()));
    }
    return factor;
  }

  private static Map<String, String> clientProperties(PlanContext context, List<String> names) {
    long timeoutMs = context.settings().getLong(TIMEOUT_MS);
    return Map.of(
        "cassandra.user",
        NAME,
        "cassandra.password",
        context.password(NAME),
        "cassandra.contact.points",
        names.stream().map(context::address).collect(Collectors.joining(",")),
        "cassandra.datacenter",
        DATACENTER,
        "cassandra.replication.factor",
        Long.toString(replicationFactor(context)),
        "cassandra.timeout.ms",
        Long.toString(timeoutMs + CLIENT_EXTRA_MS));
  }

  private static Path config(PlanContext context, String name) {
    return context.directoryOf(name).resolve("cassandra.yaml");
  }

  private static Path logging(PlanContext context, String name) {
    return context.directoryOf(name).resolve("logback.xml");
  }

  private static int storagePort(PlanContext context, String name) {
    return context.ports().port(name + "-storage");
  }

  /** A node has one address for all others, with the same port as where it listens. */
  private static String addressForOthers(PlanContext context, List<String> names, String name) {
    String host = PROXY_HOSTS + (names.indexOf(name) + 1);
    return context.links().addressForAllOn(host, name, name + "-storage");
  }

  private static String yaml(PlanContext context, List<String> names, String name) {
    Settings settings = context.settings();
    String sync = settings.get(COMMITLOG_SYNC);
    Map<String, Object> values = new TreeMap<>();
    values.put("cluster", context.directory().getFileName());
    values.put("token", token(names.indexOf(name), names.size()));
    values.put(
        "seeds",
        names.stream()
            .map(seed -> addressForOthers(context, names, seed))
            .collect(Collectors.joining(",")));
    values.put("host", HOST);
    String own = addressForOthers(context, names, name);
    values.put("broadcast", own.substring(0, own.indexOf(':')));
    values.put("storagePort", storagePort(context, name));
    values.put("nativePort", context.ports().port(name));
    PeerCertificate peers = PeerCertificate.of(context);
    values.put("peers", peers.store());
    values.put("peersPassword", peers.password());
    context.password(NAME);
    values.put("passwordFile", context.passwordFile(NAME));
    values.put("commitlogSync", sync);
    values.put("commitlogPeriod", commitlogPeriod(sync));
    values.put("paxosVariant", settings.get(PAXOS_VARIANT));
    values.put("timeoutMs", settings.getLong(TIMEOUT_MS));
    return Template.fill(CassandraLwtSystem.class, "cassandra.yaml", values);
  }

  private static String commitlogPeriod(String sync) {
    return switch (sync) {
      case "periodic" -> "commitlog_sync_period: 10000ms";
      case "group" -> "commitlog_sync_group_window: 2ms";
      default -> "";
    };
  }

  /** The file with our settings replaced by the user's. */
  private static String withSettings(String text, SortedMap<String, String> wanted) {
    StringBuilder result = new StringBuilder();
    text.lines()
        .filter(line -> !wanted.containsKey(line.split(":", 2)[0]))
        .forEach(line -> result.append(line).append('\n'));
    wanted.forEach((key, value) -> result.append(key).append(": ").append(value).append('\n'));
    return result.toString();
  }

  /** Murmur3's tokens are all 64-bit numbers, which are divided evenly among the nodes. */
  private static BigInteger token(int index, int nodes) {
    return BigInteger.ONE
        .shiftLeft(64)
        .multiply(BigInteger.valueOf(index))
        .divide(BigInteger.valueOf(nodes))
        .add(BigInteger.valueOf(Long.MIN_VALUE));
  }

  private static ProcessSpec process(PlanContext context, String name, Path java) {
    String heap = context.settings().get(HEAP);
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(List.of("-Xms" + heap, "-Xmx" + heap));
    command.addAll(JvmFlags.split(context.settings().get(JVM)));
    command.add("-javaagent:" + context.home().serverJar(SERVER, "jamm", ""));
    command.addAll(MODULES);
    properties(context, name)
        .forEach((property, value) -> command.add("-D%s=%s".formatted(property, value)));
    command.addAll(List.of("-cp", context.home().serverClassPath(SERVER), MAIN));
    return context.process(
        name,
        "node",
        NODES,
        command,
        new Readiness.Connects(HOST, context.ports().port(name)),
        name + "-storage");
  }

  private static SortedMap<String, String> properties(PlanContext context, String name) {
    Path dir = context.directoryOf(name);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("cassandra.config", config(context, name).toUri().toString());
    properties.put("cassandra.storagedir", dir.resolve("data").toString());
    properties.put("cassandra.skip_wait_for_gossip_to_settle", "0");
    properties.put("cassandra.ring_delay_ms", "2000");
    properties.put("logback.configurationFile", logging(context, name).toString());
    properties.put("java.io.tmpdir", dir.toString());
    properties.put("chronicle.announcer.disable", "true");
    properties.put("chronicle.analytics.disable", "true");
    return properties;
  }
}
