package io.hybridycsb.it.cluster;

import io.hybridycsb.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.awaitility.Awaitility;

/** The brokers of a cluster whose shared log is a topic of Kafka. */
public record KafkaBrokersOf(LocalCluster cluster) {
  private static final Duration IN_SYNC = Duration.ofMinutes(5);

  /** The names of their processes. */
  public List<String> names() {
    return cluster.processes().stream().filter(name -> name.startsWith("kafka")).toList();
  }

  /** HOST:PORT,... */
  public String addresses() {
    return names().stream()
        .map(name -> cluster.process(name).address())
        .collect(Collectors.joining(","));
  }

  /** How Kafka's clients log in. */
  public Map<String, String> login() {
    Map<String, String> login = new HashMap<>();
    Settings.load(cluster.runDirectory().resolve("kafka1").resolve("tools.properties"))
        .forEach((name, value) -> login.put((String) name, (String) value));
    return login;
  }

  /** A client that makes topics and asks for them. */
  public Admin admin() {
    Map<String, Object> connection = new HashMap<>(login());
    connection.put("bootstrap.servers", addresses());
    return Admin.create(connection);
  }

  /** The name of the broker that leads a topic. */
  public String leaderOf(String topic) throws Exception {
    try (Admin admin = admin()) {
      TopicDescription description =
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
      return "kafka" + description.partitions().get(0).leader().id();
    }
  }

  /**
   * Waits until each broker has all that was acknowledged of a topic, so that any of them may die.
   */
  public void awaitInSync(String topic) {
    int all = names().size();
    try (Admin admin = admin()) {
      Awaitility.await("all brokers in sync")
          .atMost(IN_SYNC)
          .ignoreExceptions()
          .until(
              () -> {
                TopicDescription description =
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
                return description.partitions().get(0).isr().size() == all;
              });
    }
  }
}
