package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.model.ReadLevel;

/**
 * YCSB binding {@code veritas-kafka}: Veritas with a Kafka topic as its shared log. Its properties
 * are those of {@link VeritasProperties}, its operations are described at {@link VeritasDb}. Reads
 * are {@code local} by default, which is linearizable if every node must approve.
 */
public final class VeritasKafkaClient extends VeritasDb {
  public VeritasKafkaClient() {
    super("veritas-kafka", ReadLevel.LOCAL);
  }
}
