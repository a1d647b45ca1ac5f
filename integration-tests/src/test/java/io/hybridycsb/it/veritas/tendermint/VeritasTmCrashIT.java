package io.hybridycsb.it.veritas.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasCrashTests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four validators decide while one of them is dead, and not while two are. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmCrashIT extends VeritasCrashTests {
  private static final int PUTS = 8;

  /** Several times the client's own time-out. */
  private static final long DEADLINE_SECONDS = 60;

  private static final Duration RESUME = Duration.ofMinutes(3);
  private static final Set<Outcome> COMMITTED = Set.of(Outcome.COMMITTED);
  private static final Set<Outcome> NOT_ACKNOWLEDGED = Set.of(Outcome.UNKNOWN, Outcome.NOT_TRIED);

  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);

  @Test
  void theOthersGoOnWhileANodeAndItsValidatorAreDead() throws Exception {
    String[] dead = {"node4", "validator4"};
    survives(
        "without-one",
        () -> {
          CLUSTER.kill(dead);
          Awaitility.await("writes on all nodes that are left")
              .atMost(RESUME)
              .until(() -> outcomesOfPuts(3), outcomes -> outcomes.equals(COMMITTED));
          CLUSTER.restart(dead);
        });
  }

  @Test
  void nothingIsAcknowledgedWithoutMoreThanTwoThirdsOfTheValidators() throws Exception {
    String[] dead = {"node3", "validator3", "node4", "validator4"};
    survives(
        "without-two",
        () -> {
          CLUSTER.kill(dead);
          // No dead validator has voted for the writes from now on.
          assertThat(outcomesOfPuts(2)).isSubsetOf(NOT_ACKNOWLEDGED);
          CLUSTER.restart(dead);
        });
  }

  /** Writes to the first nodes at the same time; each write must end. */
  private Set<Outcome> outcomesOfPuts(int nodes) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(PUTS);
    try {
      List<Future<Outcome>> puts = new ArrayList<>();
      for (int i = 0; i < PUTS; i++) {
        int put = i;
        puts.add(threads.submit(() -> client.put(put % nodes, "put-" + put, "value")));
      }
      Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
      for (Future<Outcome> put : puts) {
        outcomes.add(put.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
      }
      return outcomes;
    } finally {
      threads.shutdownNow();
    }
  }
}
