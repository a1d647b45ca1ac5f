package io.hybridycsb.it.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.TransactionReport;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.YcsbRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of a system that is wrong on purpose tells so, whatever its totals say. */
class LossyBindingTest {
  private static final int TRANSFERS = 5_000;

  @TempDir private Path dir;

  private TransactionReport check(Behaviour behaviour) throws Exception {
    Path file = dir.resolve("transfers.jsonl");
    Map<String, String> properties =
        Map.of("hybrid.history", file.toString(), "transaction.verify", "false");
    assertThat(YcsbRun.ofTransfers(behaviour, TRANSFERS, properties).ends()).isEmpty();
    HistoryFile history = HistoryFile.read(file);
    assertThat(history.transactions()).hasSizeGreaterThanOrEqualTo(TRANSFERS);
    return TransactionReport.of(RunHistory.of(List.of(history)), false);
  }

  @Test
  void aSerializableSystemPasses() throws Exception {
    assertThat(check(Behaviour.SERIALIZABLE).strict().status()).isEqualTo(Verdict.Status.HOLDS);
  }

  @Test
  void aLostUpdateIsFound() throws Exception {
    Verdict verdict = check(Behaviour.LOSES_UPDATES).serializable();

    assertThat(verdict.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.explanation()).contains("each must come before the next");
  }

  @Test
  void aTransactionThatIsDoneHalfIsFound() throws Exception {
    assertThat(check(Behaviour.DOES_HALVES).strict().status()).isEqualTo(Verdict.Status.VIOLATED);
  }

  @Test
  void unknownOutcomesAreDecidedByWhatOthersHaveRead() throws Exception {
    assertThat(check(Behaviour.UNSURE).strict().status()).isEqualTo(Verdict.Status.HOLDS);
  }
}
