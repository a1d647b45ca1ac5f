package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.ReadLevel;
import io.hybridycsb.ycsb.support.Terminator;

/**
 * YCSB binding {@code veritas-kafka}: Veritas with a Kafka topic as its shared log. Its properties
 * are those of {@link VeritasProperties}, what its operations do is told at {@link VeritasDb}.
 * Reads are {@code local} where nothing else is asked for, which is linearizable if every node must
 * approve.
 */
public final class VeritasKafkaClient extends VeritasDb {
  /** Called by YCSB, once for each thread. */
  public VeritasKafkaClient() {
    this(Terminator.EXIT);
  }

  VeritasKafkaClient(Terminator terminator) {
    super("veritas-kafka", ReadLevel.LOCAL, terminator);
  }
}
