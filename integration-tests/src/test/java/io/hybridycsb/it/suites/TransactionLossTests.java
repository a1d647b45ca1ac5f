package io.hybridycsb.it.suites;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LastOnCluster;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.load.BackgroundYcsb;
import io.hybridycsb.it.load.CheckedTransactions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workloads of transactions while processes die. Each run verifies at its end that no transaction
 * was lost, done half or done twice; the histories of all runs together are checked, too.
 */
@LastOnCluster
public abstract class TransactionLossTests extends ClusterTests<LocalCluster> {
  /** Of TPC-C's, each of which makes tens of reads, a client does so many times fewer. */
  private static final int LARGER = 4;

  /** The time limit for commits to go on, for a very busy machine. */
  private static final Duration PROGRESS = Duration.ofMinutes(5);

  /** How many commits are awaited before and after each loss. */
  protected int commits() {
    return 300;
  }

  /**
   * How many transactions one client does. When all is over, the last client still does its rest.
   */
  protected int transactionsOfClient() {
    return 2_000;
  }

  /** The processes of a node, which die; one entry after another. */
  protected List<List<String>> losses() {
    return IntStream.rangeClosed(1, cluster().nodes()).mapToObj(i -> List.of("node" + i)).toList();
  }

  /** Whether the others commit while some are dead. */
  protected boolean goesOnWithoutThem() {
    return true;
  }

  /** The model that the system promises. */
  protected String model() {
    return "strictly-serializable";
  }

  /** Further properties for YCSB. */
  protected Map<String, String> properties() {
    return Map.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"smallbank", "ycsbt", "multi", "tpcc"})
  void noTransactionIsLostOrDoneHalfWhicheverNodeDies(String workload) throws Exception {
    CheckedTransactions checked =
        new CheckedTransactions(cluster(), workload, model(), properties());
    try (Runs runs = new Runs(cluster(), checked, transactionsOfClient())) {
      runs.begin();
      runs.awaitFirstRun(PROGRESS);
      runs.awaitCommits(commits(), PROGRESS);
      for (List<String> node : losses()) {
        cluster().kill(node.toArray(String[]::new));
        if (goesOnWithoutThem()) {
          runs.awaitCommits(commits(), PROGRESS);
        }
        cluster().restart(node.toArray(String[]::new));
        runs.awaitCommits(commits(), PROGRESS);
      }
      runs.stop();
      // The first is that of the load, whose inserts are no transactions.
      checked.requireModel(runs.histories().subList(1, runs.histories().size()));
    }
  }

  private static final class Runs extends BackgroundYcsb {
    private final CheckedTransactions checked;
    private final int transactions;

    Runs(LocalCluster cluster, CheckedTransactions checked, int transactions) throws IOException {
      super(cluster);
      this.checked = checked;
      this.transactions = transactions;
    }

    @Override
    protected void load() {
      ycsb("load", checked.workload(), checked.all(Map.of()));
    }

    @Override
    protected void run() {
      int count = checked.workload().equals("tpcc") ? transactions / LARGER : transactions;
      ycsb(
          "run",
          checked.workload(),
          checked.all(Map.of("operationcount", Integer.toString(count))));
    }
  }
}
