package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.conform.Contract;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.load.BackgroundYcsb;
import io.hybridycsb.it.load.YcsbLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

  /**
   * Reads all records again if a read failed, as it may just after a node's return. So it does if
   * one shows an older value where the node that is asked may be behind.
   */
  private List<HistoryFile> readAll(
      List<HistoryFile> written, YcsbLoad load, Map<String, String> reader) {
    List<HistoryFile> read = new ArrayList<>();
    for (int i = 0; i < READS_MAX; i++) {
      HistoryFile last = HistoryFile.read(load.readAll(reader));
      read.add(last);
      if (Contract.isAnswered(last) && (isLinearizable() || Contract.isKept(written, read))) {
        break;
      }
    }
    return read;
  }

  private void check(YcsbLoad load) throws Exception {
    load.stop();
    List<HistoryFile> written = read(load.histories());
    for (Map<String, String> reader : readers()) {
      assertThatCode(() -> Contract.requireKept(written, readAll(written, load, reader)))
          .as("a reader with %s; the client said %s", reader, load.reasons())
          .doesNotThrowAnyException();
    }
    List<HistoryFile> all = read(load.histories());
    assertThatCode(() -> Contract.requireHonest(all))
        .as("statuses; the client said %s", load.reasons())
        .doesNotThrowAnyException();
    if (isLinearizable()) {
      Contract.requireModel(all, Model.LINEARIZABLE);
    }
  }

  private static List<HistoryFile> read(List<Path> histories) {
    return histories.stream().map(HistoryFile::read).toList();
  }
}
