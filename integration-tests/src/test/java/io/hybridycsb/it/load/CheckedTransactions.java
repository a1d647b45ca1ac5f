package io.hybridycsb.it.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.TransactionTexts;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.TransactionReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A workload of transactions on a cluster, recorded. A run fails by itself if its invariant is
 * broken.
 *
 * @param workload such as {@code smallbank}
 * @param model what all transactions are checked against, such as {@code serializable}
 * @param properties further ones for YCSB
 */
public record CheckedTransactions(
    LocalCluster cluster, String workload, String model, Map<String, String> properties) {
  /** Few records, so that transactions contend; a workload looks at its own properties only. */
  private static final Map<String, String> SCALE =
      Map.of(
          "recordcount", "50",
          "tpcc.warehouses", "2",
          "tpcc.items", "100",
          "tpcc.customers", "10");

  private Ended run(String phase, Map<String, String> more) {
    return cluster.workload(phase, workload, all(more));
  }

  /** All properties of a phase. */
  public Map<String, String> all(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(properties);
    all.putAll(SCALE);
    all.putAll(more);
    return all;
  }

  /** Loads, runs some transactions, and requires that the history is as the model says. */
  public void loadRunAndCheck(int transactions) {
    // Each call records into a file of its own.
    Path history =
        cluster.runDirectory().resolve("%s-%d.jsonl".formatted(workload, System.nanoTime()));
    run("load", Map.of()).requireSuccess();
    Ended run =
        run(
                "run",
                Map.of(
                    "operationcount",
                    Integer.toString(transactions),
                    "hybrid.history",
                    history.toString()))
            .requireSuccess();

    assertThat(run.out())
        .contains("[VERIFICATION], AnomalyScore, 0.0")
        .containsPattern("\\[TRANSACTION], Return=OK, [1-9]");
    requireModel(List.of(history));
  }

  /** Runs some more as the system does by itself: only procedures can be handed over together. */
  public void runByProcedures(int transactions) {
    Ended run =
        run(
                "run",
                Map.of("operationcount", Integer.toString(transactions), "transaction.batch", "8"))
            .requireSuccess();

    assertThat(run.out())
        .contains("[VERIFICATION], AnomalyScore, 0.0")
        .containsPattern("\\[TRANSACTION], Return=OK, [1-9]");
  }

  /** Requires that some order explains these histories, the one that the model asks for. */
  public void requireModel(List<Path> histories) {
    RunHistory history = RunHistory.of(histories.stream().map(HistoryFile::read).toList());
    assertThat(TransactionTexts.provesNothing(history))
        .as("why the check could not fail")
        .isEmpty();
    TransactionReport report = TransactionReport.of(history, false);
    Verdict verdict = model.equals("serializable") ? report.serializable() : report.strict();
    assertThat(verdict.status())
        .as("%s: %s", model, TransactionTexts.verdict(report))
        .isEqualTo(Verdict.Status.HOLDS);
  }

  /** Requires that a run ends at once and says why. */
  public void requireThatThereAreNone() {
    Ended run = run("run", Map.of());

    assertThat(run.status()).as("%s", run).isEqualTo(1);
    assertThat(run.err().lines())
        .contains(
            "%s: %s has no transactions over several records"
                .formatted(workload, cluster.system()));
  }
}
