package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What must be true of every system that survives the loss of a node, seen through its YCSB binding
 * alone: YCSB reads, updates and inserts through {@code bin/ycsb} in the background, each operation
 * recorded with {@code hybrid.history}, while processes are killed and started again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class NodeLossTests {
  private static final int READS_MAX = 10;

  /** Until so many commits are seen; that of a machine that is very busy. */
  private static final Duration PROGRESS = Duration.ofMinutes(5);

  /** The class's cluster, registered as an extension by the subclass. */
  protected abstract LocalCluster cluster();

  /**
   * What dies, one after another: each entry is the processes that make up one node. After each the
   * others must go on. By default every {@code nodeN} in turn, so that a leader, if there is one,
   * is among them.
   */
  protected List<List<String>> losses() {
    return IntStream.rangeClosed(1, cluster().nodes()).mapToObj(i -> List.of("node" + i)).toList();
  }

  /** All processes that die together in the test of the loss of the whole cluster. */
  protected List<String> all() {
    return cluster().processes();
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

  /** How many commits are waited for between what happens to the nodes. */
  protected int commits() {
    return 400;
  }

  /**
   * How many operations one client does: of which the last one, when all is over, does the rest.
   */
  protected int operationsOfClient() {
    return 5_000;
  }

  /** Whether the system promises linearizable reads and writes of each record. */
  protected boolean isLinearizable() {
    return true;
  }

  @Test
  void nothingAcknowledgedIsLostAndCommitsGoOnWhicheverNodeDies() throws Exception {
    try (YcsbLoad load = new YcsbLoad(cluster(), "one", loadProperties(), operationsOfClient())) {
      load.awaitCommits(commits(), PROGRESS);
      for (List<String> node : losses()) {
        cluster().kill(node.toArray(String[]::new));
        load.awaitCommits(commits(), PROGRESS);
        cluster().restart(node.toArray(String[]::new));
        load.awaitCommits(commits(), PROGRESS);
      }
      check(load);
    }
  }

  @Test
  void nothingAcknowledgedIsLostWhenTheWholeClusterDiesAtOnce() throws Exception {
    try (YcsbLoad load = new YcsbLoad(cluster(), "all", loadProperties(), operationsOfClient())) {
      load.awaitCommits(commits(), PROGRESS);
      // A client that starts while nobody is there ends at once, as it must.
      load.withoutNewClients(
          () -> {
            cluster().kill(all().toArray(String[]::new));
            cluster().hybridOn("restart", "--all").requireSuccess();
          });
      load.awaitCommits(commits(), PROGRESS);
      check(load);
    }
  }

  /** Where a read failed, just after a node's return, all are asked again. */
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
