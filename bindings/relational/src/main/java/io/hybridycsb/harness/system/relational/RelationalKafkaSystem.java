package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import io.hybridycsb.harness.system.nodes.NodeServers;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A relational database on each node, of both kinds side by side, which executes the transactions
 * of a Kafka topic; nodes vote on what that has come to. One broker or three, and for each node a
 * database and a server process.
 */
public final class RelationalKafkaSystem implements SystemDescription {
  private static final String NAME = "relational-kafka";
  private static final String MAIN = "io.hybridycsb.relational.kafka.RelationalKafka";
  private static final String TOPIC = "relational";
  private static final String BLOCK_BYTES_MAX = "block.bytes.max";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options =
        new ArrayList<>(RelationalNodes.options(NodeDatabases.mixedOptions()));
    options.addAll(
        Settings.ofNodes(
            "relational-kafka.md", "block.transactions.max", BLOCK_BYTES_MAX, "block.linger.ms"));
    options.addAll(KafkaBrokers.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return RelationalNodes.promisedModel(ycsbProperties);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return RelationalNodes.recordedWrites(servers);
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        new Keygen("", true, NodeDatabases.keygenOptions(), RelationalKafkaSystem::write));
  }

  private static void write(ClusterFiles files) {
    RelationalNodes.write(
        NAME,
        files,
        n -> {
          Map<String, String> own = new HashMap<>(NodeDatabases.nodeProperties(files, n));
          own.putAll(NodeServers.keyProperty(files, n));
          return own;
        },
        cluster -> {});
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    KafkaBrokers brokers = new KafkaBrokers(TOPIC, context);
    brokers.requireRoomFor(BLOCK_BYTES_MAX);
    RelationalNodes nodes = new RelationalNodes(NAME, MAIN, context);
    nodes.databases().warnOfDraw(nodes.names());
    return nodes.plan(brokers);
  }

  /** With an empty database, a node executes the whole log. */
  @Override
  public FreshStart freshStart(PlanContext context, String process) {
    RelationalNodes nodes = new RelationalNodes(NAME, MAIN, context);
    NodeDatabases databases = nodes.databases();
    String node =
        nodes.names().stream()
            .filter(name -> name.equals(process) || databases.processOf(name).equals(process))
            .findFirst()
            .orElseThrow(
                () ->
                    new HarnessException(
                        "--fresh takes a node or its database, not '%s'".formatted(process)));
    return new FreshStart(
        List.of(databases.processOf(node), node), List.of(databases.directory(node)), Map.of());
  }
}
