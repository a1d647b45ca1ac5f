package io.hybridycsb.ycsb.workload.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class VerificationTest {
  private static final Body NOTHING = transaction -> Effect.NONE;

  private final TransactionType type = new TransactionType("ONE", 1, new Tally(), r -> NOTHING);
  private final Mix mix = new Mix(List.of(type));

  /** A run that has left the records wrong by so much. */
  private String printed(long wrong) {
    Invariant invariant =
        new Invariant() {
          @Override
          public Map<String, Tally> tallies() {
            return Map.of();
          }

          @Override
          public void begin(Readers readers) {}

          @Override
          public Finding check(Readers readers) {
            return new Finding(Map.of(), wrong, "they are");
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
    new Verification("bank", invariant, mix).print(null, printer);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theScoreIsTheErrorForEachTransactionThatWasRun() {
    for (Status status : List.of(Status.OK, Statuses.ABORTED, Statuses.ABORTED, Status.OK)) {
      mix.attempted(type, status, true, false);
      mix.ended(type);
    }

    assertThat(printed(-2)).contains("[VERIFICATION], AnomalyScore, 0.5");
    assertThat(printed(0)).contains("[VERIFICATION], AnomalyScore, 0.0");
  }
}
