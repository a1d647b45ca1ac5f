package io.hybridycsb.harness.system.kafka;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.JvmFlags;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real Kafka broker that is also its KRaft controller, with one topic of one partition, which is
 * the shared log of the systems over Kafka.
 */
public final class KafkaBroker {
  private static final String HEAP = "kafka.heap";
  private static final String JVM = "kafka.jvm";
  private static final String DURABILITY = "kafka.durability";
  private static final String RECORD_BYTES_MAX = "kafka.record.bytes.max";

  private static final String PROTOCOL = "SASL_PLAINTEXT";
  private static final String USER = "hybrid";

  /** Client and broker prove to each other that they know the password, and don't send it. */
  private static final String MECHANISM = "SCRAM-SHA-256";

  private static final String LOGIN = "%s required username=\"%s\" password=\"%s\"%s;";

  /** The name of its directory among the release's servers. */
  private static final String SERVER = "kafka";

  /** For tools that run for a second, which don't profit from optimised code. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final String name;
  private final String topic;
  private final PlanContext context;

  /** The uses of the ports on which it listens for a single node. */
  private final Map<String, String> ways = new LinkedHashMap<>();

  /**
   * @param name of its process
   * @throws HarnessException if its data are there, but don't hold the password
   */
  public KafkaBroker(String name, String topic, PlanContext context) {
    this.name = name;
    this.topic = topic;
    this.context = context;
    if (Files.exists(data()) && !Files.exists(formatFile())) {
      throw new HarnessException(
          "an older release has made %s, which doesn't hold the password; remove the cluster with 'hybrid down %s --purge' first"
              .formatted(data(), context.directory().getFileName()));
    }
  }

  /** The options of a cluster that has one. */
  public static List<SystemOption> options() {
    return List.of(
        SystemOption.memory(HEAP, "256m", "the broker's heap"),
        SystemOption.text(
            JVM,
            "-XX:+UseSerialGC " + JvmFlags.LESS_INLINING,
            "further options of the broker's JVM"),
        SystemOption.choice(
            DURABILITY,
            List.of("page-cache", "fsync"),
            "page-cache: records survive the death of every process; fsync: power loss, too"),
        SystemOption.integer(
            RECORD_BYTES_MAX,
            Long.toString(64L << 20),
            1 << 20,
            512L << 20,
            "the largest record that the broker takes, in bytes"));
  }

  /**
   * Where a node finds it. Kafka tells clients its address, so a node with its own proxy needs its
   * own listener.
   */
  private String addressFor(String node) {
    if (!context.links().areWanted()) {
      return address();
    }
    String use = name + "-" + node;
    ways.put(node, use);
    return context.links().address(node, name, use);
  }

  /** The nodes' part of a list of listeners, such as {@code ,NODE1://HOST:PORT}. */
  private String ofWays(BiFunction<String, String, String> value) {
    StringBuilder text = new StringBuilder();
    ways.forEach(
        (node, use) ->
            text.append(',').append(node.toUpperCase(Locale.ROOT)).append(value.apply(node, use)));
    return text.toString();
  }

  /** Where clients on this machine find it. */
  public String address() {
    return context.address(name);
  }

  /** How Kafka's clients log in, by the names of their properties. */
  public Map<String, String> clientProperties() {
    return Map.of(
        "security.protocol", PROTOCOL, "sasl.mechanism", MECHANISM, "sasl.jaas.config", login());
  }

  /** The properties by which a node finds its shared log. */
  public Map<String, String> nodeProperties(String node) {
    Map<String, String> properties = new HashMap<>();
    clientProperties().forEach((key, value) -> properties.put("kafka." + key, value));
    properties.put("kafka.bootstrap.servers", addressFor(node));
    properties.put("kafka.topic", topic);
    return properties;
  }

  /** Those of {@link #clientProperties}. */
  private Path toolsFile() {
    return dir().resolve("tools.properties");
  }

  private String login() {
    return LOGIN.formatted(
        "org.apache.kafka.common.security.scram.ScramLoginModule",
        USER,
        context.password(name),
        "");
  }

  /** Who is known to the controller, and who the broker is to it. */
  private String controllerLogin() {
    String password = context.password(name);
    return LOGIN.formatted(
        "org.apache.kafka.common.security.plain.PlainLoginModule",
        USER,
        password,
        " user_%s=\"%s\"".formatted(USER, password));
  }

  /** The logins of the listeners for clients. */
  private String logins() {
    return Stream.concat(
            Stream.of("broker"), ways.keySet().stream().map(node -> node.toLowerCase(Locale.ROOT)))
        .map(
            listener ->
                "listener.name.%s.%s.sasl.jaas.config=%s"
                    .formatted(listener, MECHANISM.toLowerCase(Locale.ROOT), login()))
        .collect(Collectors.joining("\n"));
  }

  /** Of the release's Kafka. */
  public String version() {
    return context.home().versionOf(SERVER, "kafka-server-common");
  }

  private Path dir() {
    return context.directoryOf(name);
  }

  private Path data() {
    return dir().resolve("data");
  }

  private Path config() {
    return dir().resolve("server.properties");
  }

  private Path logging() {
    return dir().resolve("logback.xml");
  }

  /** What it reads when it starts. Comes after all nodes have asked for their properties. */
  public Map<Path, String> files() {
    boolean fsync = context.settings().get(DURABILITY).equals("fsync");
    long recordBytesMax = context.settings().getLong(RECORD_BYTES_MAX);
    String nodeListeners = ofWays((node, use) -> "://127.0.0.1:" + context.ports().port(use));
    String nodeAddresses = ofWays((node, use) -> "://" + context.links().address(node, name, use));
    return Map.of(
        config(),
        Template.fill(
            KafkaBroker.class,
            "kafka-server.properties",
            Map.ofEntries(
                Map.entry("port", context.ports().port(name)),
                Map.entry("nodeListeners", nodeListeners),
                Map.entry("nodeAddresses", nodeAddresses),
                Map.entry("nodeProtocols", ofWays((node, use) -> ":" + PROTOCOL)),
                Map.entry("mechanism", MECHANISM),
                Map.entry("logins", logins()),
                Map.entry("controllerLogin", controllerLogin()),
                Map.entry("user", USER),
                Map.entry("controllerPort", context.ports().port(name + "-controller")),
                Map.entry("dataDir", data()),
                Map.entry("recordBytesMax", recordBytesMax),
                Map.entry("requestBytesMax", recordBytesMax + (16L << 20)),
                Map.entry("flushMessages", fsync ? 1 : Long.MAX_VALUE))),
        toolsFile(),
        PropertiesText.of("How Kafka's tools connect to this broker.", clientProperties()),
        formatFile(),
        formatArguments(),
        logging(),
        Template.fill(KafkaBroker.class, "kafka-logback.xml", Map.of()));
  }

  /** Its process, which makes the topic when it has first started. */
  public ProcessSpec process(int stage) {
    List<String> command = new ArrayList<>(context.home().serverJvm(SERVER));
    command.add("-Xmx" + context.settings().get(HEAP));
    command.addAll(JvmFlags.split(context.settings().get(JVM)));
    command.addAll(classPath());
    command.add("kafka.Kafka");
    command.add(config().toString());
    List<String> furtherPorts = new ArrayList<>(List.of(name + "-controller"));
    furtherPorts.addAll(ways.values());
    return context
        .process(
            name,
            "shared-log",
            stage,
            command,
            new Readiness.LogLine("Kafka Server started"),
            furtherPorts.toArray(String[]::new))
        .withSetup(
            List.of(new SetupCommand("format-storage", formatCommand())),
            List.of(new SetupCommand("create-topic", createTopicCommand())));
  }

  private List<String> formatCommand() {
    List<String> command = tool();
    command.add("@" + formatFile());
    return command;
  }

  /** The program and its arguments, for the JVM: a password among them may not be seen. */
  private Path formatFile() {
    return dir().resolve("format.arguments");
  }

  /** One argument on a line, in the form of the JVM's argument files. */
  private String formatArguments() {
    String credential = "%s=[name=%s,password=%s]";
    return Stream.of(
            "kafka.tools.StorageTool",
            "format",
            "--ignore-formatted",
            "-t",
            clusterId(),
            "-c",
            config().toString(),
            "--add-scram",
            credential.formatted(MECHANISM, USER, context.password(name)))
        .map(argument -> '"' + argument.replaceAll("[\\\\\"]", "\\\\$0") + "\"\n")
        .collect(Collectors.joining());
  }

  /**
   * A UUID in Kafka's form, derived from the directory so that planning anew gives the same plan.
   */
  private String clusterId() {
    UUID id = UUID.nameUUIDFromBytes(dir().toString().getBytes(StandardCharsets.UTF_8));
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * 2);
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    // Kafka's tools would read a leading hyphen as an option.
    return text.startsWith("-") ? "A" + text.substring(1) : text;
  }

  private List<String> createTopicCommand() {
    List<String> command = tool();
    command.add("org.apache.kafka.tools.TopicCommand");
    command.addAll(List.of("--bootstrap-server", address()));
    command.addAll(List.of("--command-config", toolsFile().toString()));
    command.addAll(List.of("--create", "--if-not-exists"));
    command.addAll(List.of("--topic", topic, "--partitions", "1", "--replication-factor", "1"));
    // Ledgers are rebuilt from the shared log, so none of it may expire.
    command.addAll(List.of("--config", "retention.ms=-1", "--config", "retention.bytes=-1"));
    command.addAll(List.of("--config", "cleanup.policy=delete"));
    return command;
  }

  /** The JVM for one of Kafka's programs, whose name and arguments come next. */
  private List<String> tool() {
    List<String> command = new ArrayList<>(context.home().serverJvm(SERVER));
    command.addAll(SHORT_LIVED);
    command.addAll(classPath());
    return command;
  }

  private List<String> classPath() {
    return List.of(
        JvmFlags.NATIVE_ACCESS,
        "-Dlogback.configurationFile=" + logging(),
        "-cp",
        context.home().serverClassPath(SERVER));
  }

  /** Fails if another option allows records beyond the broker's limit. */
  public void requireRoomFor(String option, long bytes) {
    long max = context.settings().getLong(RECORD_BYTES_MAX);
    if (bytes > max) {
      throw new HarnessException(
          "%s is %d, but the broker takes records of at most %d bytes; raise %s as well"
              .formatted(option, bytes, max, RECORD_BYTES_MAX));
    }
  }
}
