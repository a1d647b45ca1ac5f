package io.hybridycsb.it.veritas;

import java.util.List;

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

  /** With three brokers, each of which keeps the shared log. */
  VeritasKafkaCluster threeBrokers() {
    with("kafka.brokers", "3");
    return this;
  }
}
