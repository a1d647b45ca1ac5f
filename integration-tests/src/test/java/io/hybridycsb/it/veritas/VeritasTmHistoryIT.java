package io.hybridycsb.it.veritas;

import io.hybridycsb.it.HistoryTests;
import io.hybridycsb.it.TestClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reads with {@code veritas.read=linearizable}, by clients that know nothing of each other. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmHistoryIT extends HistoryTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected TestClient connect() {
    return VeritasTestClient.linearizable(CLUSTER);
  }

  @Override
  protected int callsBetweenFaults() {
    return 250;
  }

  @Override
  protected List<Runnable> faults() {
    return List.of(
        () -> dies("node2"),
        () -> dies("validator3"),
        () -> dies("redis1"),
        () -> CLUSTER.flush("redis4"),
        () -> dies("node1", "node3"));
  }
}
