package io.hybridycsb.harness.system.kafka;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The shared log of the systems over Kafka: one topic of one partition, kept by one broker or by
 * three. A record is acknowledged when more than half of the brokers have it.
 */
public final class KafkaBrokers implements Order {
  /** The options for a broker's heap and JVM. */
  public static final String HEAP = KafkaBroker.HEAP;

  public static final String JVM = KafkaBroker.JVM;

  /** The role of their processes. */
  public static final String ROLE = "shared-log";

  /** The name of their directory among the release's servers. */
  public static final String SERVER = "kafka";

  private static final String BROKERS = "kafka.brokers";

  private final String topic;
  private final PlanContext context;
  private final List<KafkaBroker> brokers;

  /**
   * @throws HarnessException if their data are there, but don't hold the password
   */
  public KafkaBrokers(String topic, PlanContext context) {
    this.topic = topic;
    this.context = context;
    List<String> names =
        IntStream.rangeClosed(1, count(context.settings())).mapToObj(i -> "kafka" + i).toList();
    this.brokers = names.stream().map(name -> new KafkaBroker(name, names, context)).toList();
  }

  /** How many there are. */
  public static int count(Settings settings) {
    return Math.toIntExact(settings.getLong(BROKERS));
  }

  /** The options of a cluster that has them. */
  public static List<Property<?>> options() {
    return List.of(
        Property.choice(
                BROKERS,
                List.of("1", "3"),
                "how many brokers keep the shared log; of three, one may die")
            .fixed(),
        Property.memory(KafkaBroker.HEAP, "256m", "each broker's heap"),
        Property.text(
            KafkaBroker.JVM,
            "text",
            "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING,
            "further options of each broker's JVM"),
        Property.choice(
            KafkaBroker.DURABILITY,
            List.of("page-cache", "fsync"),
            "page-cache: records survive the death of every process; fsync: power loss, too"),
        Property.number(
            KafkaBroker.RECORD_BYTES_MAX,
            Long.toString(64L << 20),
            1 << 20,
            512L << 20,
            "the largest record that the brokers take, in bytes"));
  }

  private KafkaBroker first() {
    return brokers.get(0);
  }

  /** HOST:PORT,... where clients on this machine find them. */
  public String addresses() {
    return addresses(KafkaBroker::address);
  }

  private String addresses(Function<KafkaBroker, String> address) {
    return brokers.stream().map(address).collect(Collectors.joining(","));
  }

  @Override
  public Map<String, String> nodeProperties(String node) {
    Map<String, String> properties = new HashMap<>();
    first().clientProperties().forEach((key, value) -> properties.put("kafka." + key, value));
    properties.put("kafka.bootstrap.servers", addresses(broker -> broker.addressFor(node)));
    properties.put("kafka.topic", topic);
    return properties;
  }

  /** How Kafka's tools connect and log in. */
  private Path toolsFile() {
    return first().dir().resolve("tools.properties");
  }

  @Override
  public void addTo(PlanParts plan) {
    for (KafkaBroker broker : brokers) {
      plan.files().putAll(broker.files());
      plan.processes()
          .add(
              broker.process(
                  BEFORE_NODES,
                  broker.equals(first())
                      ? List.of(new SetupCommand("create-topic", createTopicCommand()))
                      : List.of()));
    }
    plan.files()
        .put(
            toolsFile(),
            PropertiesText.of(
                "How Kafka's tools connect to the brokers.", first().clientProperties()));
    plan.versions().put("Kafka", first().version());
    plan.versions().put("Kafka brokers", Integer.toString(brokers.size()));
  }

  /** Kafka's program for topics, connected and logged in. */
  public List<String> topicCommand() {
    List<String> command = first().tool();
    command.add("org.apache.kafka.tools.TopicCommand");
    command.addAll(List.of("--bootstrap-server", addresses()));
    command.addAll(List.of("--command-config", toolsFile().toString()));
    return command;
  }

  private List<String> createTopicCommand() {
    List<String> command = new ArrayList<>(topicCommand());
    command.addAll(List.of("--create", "--if-not-exists"));
    command.addAll(List.of("--topic", topic, "--partitions", "1"));
    command.addAll(List.of("--replication-factor", Integer.toString(brokers.size())));
    // Ledgers are rebuilt from the shared log, so none of it may expire.
    for (String config :
        List.of(
            "retention.ms=-1",
            "retention.bytes=-1",
            "cleanup.policy=delete",
            "min.insync.replicas=" + KafkaBroker.majority(brokers.size()))) {
      command.addAll(List.of("--config", config));
    }
    return command;
  }

  /** Fails if another option, which need not be set, allows records beyond the brokers' limit. */
  public void requireRoomFor(String option) {
    if (!context.settings().isSet(option)) {
      return;
    }
    long bytes = context.settings().getLong(option);
    long max = context.settings().getLong(KafkaBroker.RECORD_BYTES_MAX);
    if (bytes > max) {
      throw new HarnessException(
          "%s is %d, but the broker takes records of at most %d bytes; raise %s as well"
              .formatted(option, bytes, max, KafkaBroker.RECORD_BYTES_MAX));
    }
  }
}
