package io.hybridycsb.it.veritas;

import io.hybridycsb.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Veritas over Kafka. */
final class VeritasKafkaCluster extends VeritasCluster {
  VeritasKafkaCluster(int nodes) {
    super("veritas-kafka", nodes);
    with("kafka.jvm", SHORT_LIVED);
  }

  @Override
  public List<String> oneOfEachKind() {
    return List.of("node2", "redis2", "kafka1", "tso");
  }

  /** How Kafka's clients log in at the broker. */
  Map<String, String> login() {
    Map<String, String> login = new HashMap<>();
    Settings.load(runDirectory().resolve("kafka1").resolve("tools.properties"))
        .forEach((name, value) -> login.put((String) name, (String) value));
    return login;
  }
}
