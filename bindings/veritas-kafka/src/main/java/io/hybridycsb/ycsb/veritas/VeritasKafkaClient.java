package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.ycsb.support.Terminator;

/**
 * YCSB binding {@code veritas-kafka}: Veritas with a Kafka topic as its shared log. Its properties
 * are those of {@link VeritasProperties}, what its operations do is told at {@link VeritasDb}.
 */
public final class VeritasKafkaClient extends VeritasDb {
  /** Called by YCSB, once for each thread. */
  public VeritasKafkaClient() {
    this(Terminator.EXIT);
  }

  VeritasKafkaClient(Terminator terminator) {
    super("veritas-kafka", terminator);
  }
}
