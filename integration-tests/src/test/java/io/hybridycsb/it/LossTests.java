package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;

/**
 * What must be true of every system when processes die under load, seen through its YCSB binding
 * alone: YCSB reads, updates and inserts in the background, each operation recorded with {@code
 * hybrid.history}, while something happens to the cluster. A subclass says what.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LossTests extends ClusterTests<LocalCluster> {
  private static final int READS_MAX = 10;

  /** The time limit for commits to go on, for a very busy machine. */
  private static final Duration PROGRESS = Duration.ofMinutes(5);

  /** What happens to the cluster under load. */
  protected interface Losses {
    void happen(YcsbLoad load) throws Exception;
  }

  /**
   * Further properties of YCSB under load: timeouts short enough that calls to a dead node end
   * while the test waits.
   */
  protected Map<String, String> loadProperties() {
    return Map.of();
  }

  /**
   * Properties of the clients that read everything at the end, such as one for each node; by
   * default one client of the whole cluster.
   */
  protected List<Map<String, String>> readers() {
    return List.of(Map.of());
  }

  /** How many commits are awaited before and after each loss. */
  protected int commits() {
    return 400;
  }

  /** How many operations one client does. When all is over, the last client still does its rest. */
  protected int operationsOfClient() {
    return 5_000;
  }

  /** How many operations a client tries in a second. */
  protected int operationsPerSecond() {
    return 600;
  }

  /** Whether the system promises linearizable reads and writes of each record. */
  protected boolean isLinearizable() {
    return true;
  }

  /**
   * Lets the losses happen under load, and checks that nothing acknowledged is lost.
   *
   * @param name of the load, which is also its table
   */
  protected final void survives(String name, Losses losses) throws Exception {
    try (YcsbLoad load =
        new YcsbLoad(
            cluster(), name, loadProperties(), operationsOfClient(), operationsPerSecond())) {
      load.begin();
      awaitCommits(load);
      losses.happen(load);
      awaitCommits(load);
      check(load);
    }
  }

  /** Waits until the load has gone on for a while. */
  protected final void awaitCommits(BackgroundYcsb load) {
    load.awaitCommits(commits(), PROGRESS);
  }

  /** Reads all records again if a read failed, as it may just after a node's return. */
  private static void readAll(YcsbLoad load, Map<String, String> reader) {
    for (int i = 0; i < READS_MAX; i++) {
      load.readAll(reader);
      if (load.history().isReadToTheEnd()) {
        return;
      }
    }
  }

  private void check(YcsbLoad load) throws Exception {
    load.stop();
    for (Map<String, String> reader : readers()) {
      readAll(load, reader);
      assertThat(load.history().lostWrites())
          .as(
              "acknowledged writes that a reader with %s doesn't find; the client said %s",
              reader, load.reasons())
          .isEmpty();
    }
    YcsbHistory history = load.history();
    assertThat(history.statuses())
        .as("statuses; the client said %s", load.reasons())
        .isSubsetOf(YcsbHistory.HONEST_STATUSES);
    if (isLinearizable()) {
      history.requireLinearizable();
    }
  }
}
