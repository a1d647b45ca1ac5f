package io.hybridycsb.veritas.kafka.bench;

import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.kafka.KafkaSecurity;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A cluster of {@code hybrid up veritas-kafka} whose nodes were killed: its brokers and Redis. */
final class RunningCluster {
  /** A server's name without its number, and its process. */
  private static final Pattern STARTED =
      Pattern.compile("\"(kafka|redis|node)\\d+\" : \\{\\s+\"pid\" : (\\d+)");

  private static final String NODE = "node";
  private static final String UNIX = "unix:";
  private static final int RECORD_BYTES_MAX = 1 << 20;

  private final Path directory;
  private final List<Properties> nodes = new ArrayList<>();
  private final String brokers;
  private final Map<String, String> login;
  private final String topic = "bench-" + UUID.randomUUID();

  private RunningCluster(Path directory) throws IOException {
    this.directory = directory;
    for (int i = 1; Files.exists(properties(i)); i++) {
      Properties node = new Properties();
      try (Reader in = Files.newBufferedReader(properties(i))) {
        node.load(in);
      }
      nodes.add(node);
    }
    if (nodes.isEmpty()) {
      throw new IOException(
          "expected the directory of a cluster of veritas-kafka, not " + directory);
    }
    if (!cpu().getOrDefault(NODE, Duration.ZERO).isZero()) {
      throw new IOException(
          "nodes of %s are running; end each by 'bin/hybrid kill veritas-kafka nodeN'"
              .formatted(directory));
    }
    brokers = nodes.get(0).getProperty("kafka.bootstrap.servers");
    login = KafkaSecurity.of(name -> nodes.get(0).getProperty(name, ""));
  }

  /**
   * Opens the one whose directory is a program's only argument, and makes a topic of its own.
   *
   * @throws IOException if there is none, or a node of it runs
   */
  static RunningCluster of(String... arguments)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (arguments.length != 1) {
      throw new IOException(
          "expected one argument, a cluster's directory, such as .hybrid/veritas-kafka");
    }
    System.setProperty("logback.configurationFile", "logback-commands.xml");
    RunningCluster cluster = new RunningCluster(Path.of(arguments[0]).toAbsolutePath());
    Map<String, Object> connection = new HashMap<>(cluster.login);
    connection.put("bootstrap.servers", cluster.brokers);
    try (Admin admin = Admin.create(connection)) {
      NewTopic topic = new NewTopic(cluster.topic, Optional.of(1), Optional.empty());
      admin.createTopics(List.of(topic)).all().get(1, TimeUnit.MINUTES);
    }
    return cluster;
  }

  private Path properties(int node) {
    return directory.resolve(NODE + node).resolve("node.properties");
  }

  int nodes() {
    return nodes.size();
  }

  /** One node's access to the topic, from its beginning. */
  SharedLog log() {
    SharedLog log = KafkaSharedLog.open(brokers, topic, RECORD_BYTES_MAX, login);
    log.seek(0);
    return log;
  }

  /**
   * How a node finds its Redis.
   *
   * @param number the node's, from 1
   */
  RedisOptions redis(int number) {
    Properties node = nodes.get(number - 1);
    String address = node.getProperty("redis.address");
    if (address.startsWith(UNIX)) {
      // A relative path begins at the node's directory.
      Path socket = properties(number).resolveSibling(address.substring(UNIX.length()));
      address = UNIX + socket.normalize();
    }
    return new RedisOptions(
        address, 5_000, 10_000, 10_000, 1, Optional.empty(), node.getProperty("redis.password"));
  }

  /** CPU time of this process, as {@code bench}, and of the cluster's by kind; of ended ones 0. */
  Map<String, Duration> cpu() throws IOException {
    Map<String, Duration> times = new TreeMap<>();
    times.put("bench", cpu(ProcessHandle.current().pid()));
    Matcher started = STARTED.matcher(Files.readString(directory.resolve("state.json")));
    while (started.find()) {
      times.merge(started.group(1), cpu(Long.parseLong(started.group(2))), Duration::plus);
    }
    return times;
  }

  private static Duration cpu(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** CPU microseconds since then, divided: in all, and by kind. */
  String cpuSince(Map<String, Duration> before, long dividedBy) throws IOException {
    double all = 0;
    StringBuilder parts = new StringBuilder();
    Map<String, Duration> now = cpu();
    now.remove(NODE);
    for (Map.Entry<String, Duration> part : now.entrySet()) {
      Duration used = part.getValue().minus(before.get(part.getKey()));
      double micros = used.toNanos() / 1e3 / dividedBy;
      all += micros;
      parts.append("  %s %.1f".formatted(part.getKey(), micros));
    }
    return "%.1f us of CPU:%s".formatted(all, parts);
  }
}
