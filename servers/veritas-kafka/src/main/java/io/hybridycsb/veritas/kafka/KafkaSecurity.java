package io.hybridycsb.veritas.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** How a node connects to Kafka: properties of Kafka's own clients, their names after a prefix. */
final class KafkaSecurity {
  private static final String PREFIX = "kafka.";

  /** Those that all clients have. */
  private static final List<String> NAMES =
      Stream.concat(
              Stream.of(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG),
              ConsumerConfig.configNames().stream().filter(name -> name.startsWith("ssl.")))
          .sorted()
          .toList();

  private KafkaSecurity() {}

  /** Other properties of a node, and with them these, which are empty by default. */
  static Map<String, String> properties(Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others);
    NAMES.forEach(name -> all.put(PREFIX + name, ""));
    return all;
  }

  /**
   * Those given, as Kafka's clients take them.
   *
   * @param setting a node's property; empty if there is none
   */
  static Map<String, String> of(UnaryOperator<String> setting) {
    Map<String, String> given = new HashMap<>();
    for (String name : NAMES) {
      String value = setting.apply(PREFIX + name);
      if (!value.isEmpty()) {
        given.put(name, value);
      }
    }
    return given;
  }

  /**
   * Whether the clients connect without TLS.
   *
   * @param given what {@link #of} gave
   */
  static boolean isPlain(Map<String, String> given) {
    String protocol = given.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT");
    return protocol.toUpperCase(Locale.ROOT).endsWith("PLAINTEXT");
  }
}
