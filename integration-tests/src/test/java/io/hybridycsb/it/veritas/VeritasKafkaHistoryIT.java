package io.hybridycsb.it.veritas;

import io.hybridycsb.it.HistoryTests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaHistoryIT extends HistoryTests {
  @RegisterExtension private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

  @Override
  protected List<Runnable> faults() {
    return List.of(
        () -> dies("node2"),
        () -> dies("redis1"),
        () -> CLUSTER.flush("redis3"),
        () -> dies("tso"),
        () -> dies("kafka1"),
        () -> dies("node1", "node3"),
        () -> dies("kafka1", "redis2", "node2"));
  }
}
