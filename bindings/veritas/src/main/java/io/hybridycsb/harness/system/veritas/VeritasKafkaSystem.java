package io.hybridycsb.harness.system.veritas;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Veritas over Kafka: one broker or three, one timestamp oracle, and per node a Redis (unless
 * another state store is chosen) and a server process.
 */
public final class VeritasKafkaSystem implements SystemDescription {
  private static final String NAME = "veritas-kafka";
  private static final String MAIN = "io.hybridycsb.veritas.kafka.VeritasKafka";
  private static final String TSO_MAIN = "io.hybridycsb.tso.TimestampOracleMain";
  private static final String TOPIC = "veritas";

  /** The server's default of {@code block.bytes.max}. */
  public static final long BLOCK_BYTES_DEFAULT = 4L << 20;

  private static final List<String> POLICIES = List.of("all", "majority");

  private static final Property<String> TIMESTAMP_ORACLE =
      Keygen.address("timestamp-oracle", "tso:7100", "");
  private static final Property<String> APPROVAL_POLICY =
      Property.choice("approval-policy", POLICIES, "which votes decide a block");

  private static final String TSO_ROLE = "timestamp-oracle";

  /** The roles of the processes that can share a JVM. */
  private static final Set<String> IN_JVM = Set.of("node", KafkaBrokers.ROLE, TSO_ROLE);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options = new ArrayList<>(VeritasNodes.options("veritas-kafka.md"));
    options.add(Property.choice("approval.policy", POLICIES, "which votes decide a block").fixed());
    options.add(NodesJvm.option());
    options.addAll(KafkaBrokers.options());
    return options;
  }

  /** A third of a young cluster's CPU time is compilation, of which one JVM has less to do. */
  @Override
  public Map<String, String> quickstartOptions(Map<String, String> set) {
    return NodesJvm.sharedIfAllowed(options(), set);
  }

  /** A node that has not approved a block may lag behind it. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    boolean all = cluster.get("approval.policy").equals("all");
    return Optional.of(
        VeritasNodes.promisedModel(
            all ? Model.LINEARIZABLE : Model.COMMITTED, "local", ycsbProperties));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen(
            "",
            true,
            List.of(TIMESTAMP_ORACLE, APPROVAL_POLICY),
            files ->
                VeritasNodes.write(
                    NAME,
                    files,
                    cluster ->
                        cluster
                            .put("approvalPolicy", files.option(APPROVAL_POLICY))
                            .put("timestampOracle", files.option(TIMESTAMP_ORACLE)))));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(VeritasNodes.recordedWrites(servers));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    NodesJvm jvm = new NodesJvm(context);
    VeritasNodes nodes = new VeritasNodes(NAME, MAIN, context);
    KafkaBrokers brokers = new KafkaBrokers(TOPIC, context);
    brokers.requireRoomFor("block.bytes.max");
    brokers.requireRoomFor("record.bytes.max");
    nodes.requireBlocksWithRoomForRecords(BLOCK_BYTES_DEFAULT);
    PlanParts plan = new PlanParts();
    nodes.addOrderAndStores(brokers, plan);
    plan.processes().add(timestampOracle(context, context.address("tso")));
    if (!nodes.clusterExists()) {
      plan.files().put(timestamps(context).resolve("first-start"), "");
    }
    nodes.addNodes(node -> jvm.nodeProperties(), plan);
    jvm.replaceIn(
        plan,
        List.of(NAME, KafkaBrokers.SERVER),
        plan.processes().stream().filter(spec -> IN_JVM.contains(spec.role())).toList());
    return nodes.finish(
        plan,
        cluster -> {
          cluster.put("approvalPolicy", context.settings().get("approval.policy"));
          cluster.put("timestampOracle", context.address("tso"));
        });
  }

  private static Path timestamps(PlanContext context) {
    return context.directoryOf("tso").resolve("data");
  }

  private static ProcessSpec timestampOracle(PlanContext context, String address) {
    String heap = NodesJvm.ORACLE_HEAP_MB + "m";
    String jvm = "-XX:+UseSerialGC " + JvmFlags.SHORT_LIVED;
    List<String> command = context.home().serverCommand(NAME, heap, jvm, TSO_MAIN);
    command.addAll(List.of("--set", "tso.listen=" + address));
    command.addAll(List.of("--set", "data.dir=" + timestamps(context)));
    return context.process(
        "tso",
        TSO_ROLE,
        Order.BEFORE_NODES,
        command,
        new Readiness.LogLine("timestamp-oracle ready on " + Pattern.quote(address)));
  }
}
