package io.hybridycsb.sharedlog.kafka;

import io.hybridycsb.settings.Property;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** How a node connects to Kafka: properties of Kafka's own clients, their names after a prefix. */
public final class KafkaSecurity {
  private static final String PREFIX = "kafka.";

  /** The properties that all of Kafka's clients have. */
  private static final List<String> NAMES =
      Stream.concat(
              Stream.of(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG),
              ConsumerConfig.configNames().stream()
                  .filter(name -> name.startsWith("ssl.") || name.startsWith("sasl.")))
          .sorted()
          .toList();

  /** A node's properties for it, none of them given by default. */
  public static final List<Property<?>> PROPERTIES =
      NAMES.stream().<Property<?>>map(KafkaSecurity::property).toList();

  private KafkaSecurity() {}

  /** A property is secret if Kafka's own clients don't print it. */
  private static Property<String> property(String name) {
    Property<String> property =
        Property.text(PREFIX + name, "TEXT", "", "goes to Kafka's clients as " + name);
    boolean isSecret =
        ConsumerConfig.configDef().configKeys().get(name).type == ConfigDef.Type.PASSWORD;
    return isSecret ? property.secret() : property;
  }

  /**
   * The given properties, as Kafka's clients take them.
   *
   * @param setting a node's property; empty if there is none
   */
  public static Map<String, String> of(UnaryOperator<String> setting) {
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
