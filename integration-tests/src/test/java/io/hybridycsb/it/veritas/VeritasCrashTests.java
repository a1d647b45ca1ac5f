package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.CrashTests;
import io.hybridycsb.veritas.client.VeritasException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What must also be true of every Veritas when a node's state is lost. */
abstract class VeritasCrashTests extends CrashTests<VeritasCluster> {
  private static final Duration FILLED = Duration.ofMinutes(2);

  @Test
  void everyRedisThatComesBackEmptyWhileNobodyWritesIsFilledFromTheLedger() {
    try (VeritasTestClient client = cluster().connect()) {
      assertThat(client.put(0, "idle", "value")).isEqualTo(VeritasTestClient.Outcome.COMMITTED);
      String[] redises =
          IntStream.rangeClosed(1, cluster().nodes())
              .mapToObj(node -> "redis" + node)
              .toArray(String[]::new);
      cluster().kill(redises);
      cluster().restart(redises);
      Awaitility.await("the value at every node")
          .atMost(FILLED)
          .ignoreExceptionsInstanceOf(VeritasException.class)
          .untilAsserted(
              () -> {
                for (int node = 0; node < cluster().nodes(); node++) {
                  assertThat(client.getFrom(node, "idle")).contains("value");
                }
              });
    }
    cluster().requireAuditPasses();
  }

  @Test
  void aRedisThatIsEmptiedUnderLoadIsFilledFromTheLedger() throws Exception {
    survives("flushed", () -> cluster().flush("redis1"));
  }

  @Test
  void aRedisThatIsEmptiedWhileItsNodeIsDeadIsFilledAtTheStart() throws Exception {
    survives(
        "flushed-dead",
        () -> {
          cluster().kill("node3");
          cluster().flush("redis3");
          cluster().restart("node3");
        });
  }
}
