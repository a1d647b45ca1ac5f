package io.hybridycsb.it.veritas.kafka;

import io.hybridycsb.it.otherusers.PortUse;
import io.hybridycsb.it.veritas.VeritasCluster;
import java.util.List;

/** Veritas over Kafka. */
final class VeritasKafkaCluster extends VeritasCluster {
  private VeritasKafkaCluster(int nodes, String option, String value) {
    super("veritas-kafka", nodes);
    with(option, value);
  }

  VeritasKafkaCluster(int nodes) {
    this(nodes, "kafka.jvm", SHORT_LIVED);
  }

  /** One whose nodes, broker and timestamp oracle are one process, {@code jvm}. */
  static VeritasKafkaCluster inOneJvm(int nodes) {
    return new VeritasKafkaCluster(nodes, "nodes.jvm", "shared");
  }

  @Override
  public List<PortUse> ports() {
    return PortUse.all(
        List.of(
            PortUse.REDIS, PortUse.KAFKA, PortUse.answers("tso(-metrics)?", "timestamps; metrics")),
        PortUse.NODES);
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
