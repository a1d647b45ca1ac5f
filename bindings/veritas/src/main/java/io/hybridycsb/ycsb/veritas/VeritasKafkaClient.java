package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.ycsb.outcome.Terminator;

/**
 * YCSB binding {@code veritas-kafka}: Veritas with a Kafka topic as its shared log. Its properties
 * are those of {@link VeritasProperties}, its operations are described at {@link VeritasDb}. Reads
 * are {@code local} by default, which is linearizable if every node must approve.
 */
public final class VeritasKafkaClient extends VeritasDb {
  public VeritasKafkaClient() {
    this(Terminator.EXIT);
  }

  VeritasKafkaClient(Terminator terminator) {
    super("veritas-kafka", ReadLevel.LOCAL, terminator);
  }
}
