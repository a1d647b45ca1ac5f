package io.hybridycsb.it.veritas;

import io.hybridycsb.it.HistoryTests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaBrokerHistoryIT extends HistoryTests {
  @RegisterExtension
  private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(2).threeBrokers();

  @Override
  protected List<Runnable> faults() {
    return List.of(
        () -> dies("kafka1"),
        () -> dies("kafka2"),
        () -> dies("kafka3"),
        () -> dies("kafka1", "kafka2"),
        () -> dies("kafka1", "kafka2", "kafka3"),
        () -> dies("kafka3", "node1"));
  }
}
