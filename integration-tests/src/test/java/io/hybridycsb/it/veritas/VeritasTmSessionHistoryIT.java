package io.hybridycsb.it.veritas;

import io.hybridycsb.it.HistoryTests;
import io.hybridycsb.it.TestClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * One client that goes from node to node, with {@code veritas.read=session}. No node shows it less
 * than it has seen before, so its own history passes the same checks as any.
 */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmSessionHistoryIT extends HistoryTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected TestClient connect() {
    return VeritasTestClient.inOneSession(CLUSTER);
  }

  @Override
  protected int callsBetweenFaults() {
    return 250;
  }

  @Override
  protected List<Runnable> faults() {
    return List.of(
        () -> dies("node2", "redis2"), () -> dies("validator1"), () -> dies("node3", "node4"));
  }
}
