package io.hybridycsb.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.transactions.PopulatedWorkload;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a workload's transactions are calls of procedures, and how these are handed over. */
class ProceduresTest {
  private static final int TRANSACTIONS = 1000;

  private static YcsbRun deposits(Behaviour behaviour, Map<String, String> properties)
      throws Exception {
    return loaded(SmallBank::new, behaviour, properties);
  }

  private static YcsbRun loaded(
      Supplier<PopulatedWorkload> workload, Behaviour behaviour, Map<String, String> properties)
      throws Exception {
    Map<String, String> all = new TreeMap<>(properties);
    all.put("recordcount", "10");
    if (workload.get() instanceof SmallBank) {
      for (String other :
          new String[] {
            "balance", "transact.savings", "amalgamate", "write.check", "send.payment"
          }) {
        all.put("smallbank." + other, "0");
      }
    }
    return YcsbRun.loaded(behaviour, workload, all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "true"})
  void transactionsAreCallsWhereTheSystemHasProcedures(String use) throws Exception {
    YcsbRun run =
        deposits(Behaviour.HAS_PROCEDURES, Map.of("transaction.procedures", use)).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("DEPOSIT-CHECKING", "OK")).isEqualTo(TRANSACTIONS);
    assertThat(run.count("ATTEMPT", "ABORTED")).isPositive();
    int attempts = run.count("ATTEMPT", "ABORTED") + TRANSACTIONS;
    assertThat(MemoryProcedures.handedOver()).hasSize(attempts).containsOnly(1);
  }

  @Test
  void transactionsAreReadsAndWritesIfProceduresAreNotWanted() throws Exception {
    YcsbRun run =
        deposits(Behaviour.HAS_PROCEDURES, Map.of("transaction.procedures", "false"))
            .run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(MemoryProcedures.handedOver()).isEmpty();
  }

  @Test
  void aHistoryIsThatOfReadsAndWrites(@TempDir Path directory) throws Exception {
    String history = directory.resolve("history.jsonl").toString();
    YcsbRun run =
        deposits(Behaviour.HAS_PROCEDURES, Map.of("hybrid.history", history)).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(MemoryProcedures.handedOver()).isEmpty();
    assertThat(Path.of(history)).isNotEmptyFile();
    assertThat(
            deposits(
                    Behaviour.HAS_PROCEDURES,
                    Map.of("hybrid.history", history, "transaction.procedures", "true"))
                .run(TRANSACTIONS)
                .ends())
        .isNotEmpty()
        .allMatch(line -> line.contains("hybrid.history exclude each other"));
  }

  @Test
  void callsAreHandedOverTogetherAndEachIsCounted() throws Exception {
    YcsbRun run =
        deposits(
                Behaviour.HAS_PROCEDURES,
                Map.of("transaction.batch", "64", "transaction.retries", "0"))
            .run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    int ended = run.count("TRANSACTION", "OK") + run.count("TRANSACTION", "ABORTED");
    assertThat(ended).isEqualTo(TRANSACTIONS);
    // Each of four threads has 250.
    assertThat(MemoryProcedures.handedOver()).hasSize(16).containsOnly(64, 58);
  }

  @Test
  void abortedCallsAreHandedOverAgainTogether() throws Exception {
    YcsbRun run =
        deposits(Behaviour.HAS_PROCEDURES, Map.of("transaction.batch", "2048")).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "OK")).isEqualTo(TRANSACTIONS);
    assertThat(MemoryProcedures.handedOver()).contains(250).anyMatch(calls -> calls < 50);
  }

  @Test
  void acceptedCallsWhoseOutcomesNobodyTellsVerifyNothing() throws Exception {
    YcsbRun run = deposits(Behaviour.ACCEPTS_CALLS, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends())
        .containsExactly(
            "smallbank: not verified: of 1,000 transactions that change the total, 1,000 are of"
                + " unknown outcome, 1,000 of them accepted; wait for commits, or give"
                + " transaction.verify=false");
    assertThat(run.count("TRANSACTION", "BATCHED_OK")).isEqualTo(TRANSACTIONS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "64"})
  void outcomesThatAreToldLaterAreVerified(String batch) throws Exception {
    Map<String, String> batched = Map.of("transaction.batch", batch);
    YcsbRun run = deposits(Behaviour.DECIDES_LATER, batched).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "BATCHED_OK")).isEqualTo(TRANSACTIONS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "64"})
  void acceptedCallsThatAreDroppedAreMissed(String batch) throws Exception {
    Map<String, String> batched = Map.of("transaction.batch", batch);
    YcsbRun run = deposits(Behaviour.DROPS_WHAT_IT_ACCEPTS, batched).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("smallbank: verification failed: the total of all records is wrong by -");
  }

  @Test
  void whatAsksForProceduresThatAreNotThereIsTold() throws Exception {
    Map<String, String> wanted = Map.of("transaction.procedures", "true");
    assertThat(deposits(Behaviour.SERIALIZABLE, wanted).run(1).ends())
        .contains("smallbank: transaction.procedures=true: memory has none");
    assertThat(loaded(ClosedEconomy::new, Behaviour.HAS_PROCEDURES, wanted).run(1).ends())
        .contains("ycsbt: transaction.procedures=true: this workload has no procedures");
    assertThat(deposits(Behaviour.SERIALIZABLE, Map.of("transaction.batch", "2")).run(1).ends())
        .contains("smallbank: transaction.batch=2 needs procedures, which are not used here");
  }
}
