package io.hybridycsb.harness.system.kafka;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PeerCertificate;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.JvmFlags;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Kafka broker that is also a KRaft controller, alone or one of several. */
final class KafkaBroker {
  static final String HEAP = "kafka.heap";
  static final String JVM = "kafka.jvm";
  static final String DURABILITY = "kafka.durability";
  static final String RECORD_BYTES_MAX = "kafka.record.bytes.max";

  private static final String PROTOCOL = "SASL_PLAINTEXT";
  private static final String USER = "hybrid";

  /** Client and broker prove to each other that they know the password, and don't send it. */
  private static final String MECHANISM = "SCRAM-SHA-256";

  private static final String LOGIN = "%s required username=\"%s\" password=\"%s\"%s;";

  /** For tools that run for a second, which don't profit from optimised code. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final String name;
  private final List<String> all;
  private final PlanContext context;

  /** The uses of the ports on which it listens for a single node or broker. */
  private final Map<String, String> ways = new LinkedHashMap<>();

  /**
   * @param name of its process
   * @param all the names of all brokers
   * @throws HarnessException if its data are there, but don't hold the password
   */
  KafkaBroker(String name, List<String> all, PlanContext context) {
    this.name = name;
    this.all = all;
    this.context = context;
    if (Files.exists(data()) && !Files.exists(formatFile())) {
      throw new HarnessException(
          "an older release has made %s, which doesn't hold the password; remove the cluster with 'hybrid down %s --purge' first"
              .formatted(data(), context.directory().getFileName()));
    }
    if (isReplicated()) {
      all.forEach(this::addressFor);
    }
  }

  /** The number of brokers that are more than half. */
  static int majority(int brokers) {
    return brokers / 2 + 1;
  }

  private boolean isReplicated() {
    return all.size() > 1;
  }

  /**
   * Where a node, or another broker, finds it. Kafka tells clients its address, so a node with its
   * own proxy needs its own listener.
   */
  String addressFor(String client) {
    if (!context.links().areWanted()) {
      return address();
    }
    String use = name + "-" + client;
    ways.put(client, use);
    return context.links().address(client, name, use);
  }

  /** Their part of a list of listeners, such as {@code ,NODE1://HOST:PORT}. */
  private String ofWays(BiFunction<String, String, String> value) {
    StringBuilder text = new StringBuilder();
    ways.forEach(
        (client, use) ->
            text.append(',').append(listener(client)).append(value.apply(client, use)));
    return text.toString();
  }

  private static String listener(String client) {
    return client.toUpperCase(Locale.ROOT);
  }

  /** Where clients on this machine find it. */
  String address() {
    return context.address(name);
  }

  /** How Kafka's clients log in, by the names of their properties. */
  Map<String, String> clientProperties() {
    return Map.of(
        "security.protocol", PROTOCOL, "sasl.mechanism", MECHANISM, "sasl.jaas.config", login());
  }

  /** That of all brokers. */
  private String password() {
    return context.password(all.get(0));
  }

  private String login() {
    return LOGIN.formatted(
        "org.apache.kafka.common.security.scram.ScramLoginModule", USER, password(), "");
  }

  /** The logins of the listeners for clients. */
  private String logins() {
    return Stream.concat(
            Stream.of("broker"), ways.keySet().stream().map(name -> name.toLowerCase(Locale.ROOT)))
        .map(
            listener ->
                "listener.name.%s.%s.sasl.jaas.config=%s"
                    .formatted(listener, MECHANISM.toLowerCase(Locale.ROOT), login()))
        .collect(Collectors.joining("\n"));
  }

  /** Of the release's Kafka. */
  String version() {
    return context.home().versionOf(KafkaBrokers.SERVER, "kafka-server-common");
  }

  Path dir() {
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

  /** What it reads when it starts. Comes after all nodes have asked for their addresses. */
  Map<Path, String> files() {
    boolean fsync = context.settings().get(DURABILITY).equals("fsync");
    long recordBytesMax = context.settings().getLong(RECORD_BYTES_MAX);
    String listeners = ofWays((client, use) -> "://127.0.0.1:" + context.ports().port(use));
    String addresses = ofWays((client, use) -> "://" + context.links().address(client, name, use));
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", id(name));
    values.put("voters", voters());
    values.put("port", context.ports().port(name));
    values.put("controllerPort", context.ports().port(controller(name)));
    values.put("controllerProtocol", isReplicated() ? "SSL" : PROTOCOL);
    values.put("furtherListeners", listeners);
    values.put("furtherAddresses", addresses);
    values.put("furtherProtocols", ofWays((client, use) -> ":" + PROTOCOL));
    values.put("brokersListener", ways.containsKey(name) ? listener(name) : "BROKER");
    values.put("mechanism", MECHANISM);
    values.put("logins", logins());
    values.put("dataDir", PropertiesText.value(data().toString()));
    values.put("brokers", all.size());
    values.put("inSync", majority(all.size()));
    values.put("recordBytesMax", recordBytesMax);
    values.put("requestBytesMax", recordBytesMax + (16L << 20));
    values.put("flushMessages", fsync ? 1 : Long.MAX_VALUE);
    String text = Template.fill(KafkaBroker.class, "kafka-server.properties", values);
    return Map.of(
        config(),
        text + (isReplicated() ? ofSeveral() : ofOne()),
        formatFile(),
        formatArguments(),
        logging(),
        Template.fill(KafkaBroker.class, "kafka-logback.xml", Map.of()));
  }

  private int id(String broker) {
    return all.indexOf(broker) + 1;
  }

  private static String controller(String broker) {
    return broker + "-controller";
  }

  /** Such as {@code 1@HOST:PORT,2@HOST:PORT}. */
  private String voters() {
    return all.stream()
        .map(broker -> id(broker) + "@" + context.address(controller(broker)))
        .collect(Collectors.joining(","));
  }

  /** What only a broker without others is configured by. */
  private String ofOne() {
    String login =
        LOGIN.formatted(
            "org.apache.kafka.common.security.plain.PlainLoginModule",
            USER,
            password(),
            " user_%s=\"%s\"".formatted(USER, password()));
    return Template.fill(
        KafkaBroker.class, "kafka-alone.properties", Map.of("login", login, "user", USER));
  }

  /** What only one of several is configured by. */
  private String ofSeveral() {
    PeerCertificate certificate = PeerCertificate.of(context);
    return Template.fill(
        KafkaBroker.class,
        "kafka-replicated.properties",
        Map.of(
            "user",
            USER,
            "store",
            PropertiesText.value(certificate.store().toString()),
            "storePassword",
            certificate.password(),
            "subject",
            certificate.subject()));
  }

  /**
   * Its process.
   *
   * @param afterFirstStart run once when all brokers serve
   */
  ProcessSpec process(int stage, List<SetupCommand> afterFirstStart) {
    List<String> command = new ArrayList<>(context.home().serverJvm(KafkaBrokers.SERVER));
    command.add("-Xmx" + context.settings().get(HEAP));
    command.addAll(JvmFlags.split(context.settings().get(JVM)));
    command.addAll(classPath());
    command.add("kafka.Kafka");
    command.add(config().toString());
    List<String> furtherPorts = new ArrayList<>(List.of(controller(name)));
    furtherPorts.addAll(ways.values());
    return context
        .process(
            name,
            KafkaBrokers.ROLE,
            stage,
            command,
            new Readiness.LogLine("Kafka Server started"),
            furtherPorts.toArray(String[]::new))
        .withSetup(List.of(new SetupCommand("format-storage", formatCommand())), afterFirstStart);
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
            // It takes each kill for the loss of a disk. After the death of all brokers only the
            // last leader could lead, even with an empty disk, which the others would then copy.
            "--feature",
            "eligible.leader.replicas.version=0",
            "-t",
            clusterId(),
            "-c",
            config().toString(),
            "--add-scram",
            credential.formatted(MECHANISM, USER, password()))
        .map(argument -> '"' + argument.replaceAll("[\\\\\"]", "\\\\$0") + "\"\n")
        .collect(Collectors.joining());
  }

  /**
   * A UUID in Kafka's form, derived from the first broker's directory so that each plan of a
   * cluster has the same.
   */
  private String clusterId() {
    String directory = context.directoryOf(all.get(0)).toString();
    UUID id = UUID.nameUUIDFromBytes(directory.getBytes(StandardCharsets.UTF_8));
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * 2);
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    // Kafka's tools would read a leading hyphen as an option.
    return text.startsWith("-") ? "A" + text.substring(1) : text;
  }

  /** The JVM for one of Kafka's programs, whose name and arguments come next. */
  List<String> tool() {
    List<String> command = new ArrayList<>(context.home().serverJvm(KafkaBrokers.SERVER));
    command.addAll(SHORT_LIVED);
    command.addAll(classPath());
    return command;
  }

  private List<String> classPath() {
    return List.of(
        JvmFlags.NATIVE_ACCESS,
        "-Dlogback.configurationFile=" + logging(),
        "-cp",
        context.home().serverClassPath(KafkaBrokers.SERVER));
  }
}
