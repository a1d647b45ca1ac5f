package io.hybridycsb.it.relational;

import io.hybridycsb.it.BrokerLossTests;
import io.hybridycsb.it.LocalCluster;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaThreeBrokersIT extends BrokerLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new RelationalKafkaCluster(3).with("kafka.brokers", "3");

  @Override
  protected String topic() {
    return "relational";
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("relational.read", "ordered");
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
    return 200;
  }
}
