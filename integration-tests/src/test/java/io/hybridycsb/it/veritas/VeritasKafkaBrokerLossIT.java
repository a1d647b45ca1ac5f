package io.hybridycsb.it.veritas;

import io.hybridycsb.it.BrokerLossTests;
import io.hybridycsb.it.KafkaBrokersOf;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaBrokerLossIT extends BrokerLossTests {
  @RegisterExtension
  private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(2).threeBrokers();

  @Override
  protected String topic() {
    return "veritas";
  }

  @Override
  protected int commits() {
    return 100;
  }

  @Override
  protected int operationsOfClient() {
    return 1_000;
  }

  @Override
  protected int operationsPerSecond() {
    return 300;
  }

  /** The shared log on three brokers. */
  @Nested
  class ItsSharedLog extends KafkaSharedLogTests {
    @Override
    KafkaBrokersOf brokers() {
      return new KafkaBrokersOf(CLUSTER);
    }
  }
}
