package io.hybridycsb.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The closed economy with all its kinds of transactions. */
class ClosedEconomyTest {
  /** Few, so that transactions meet. */
  private static final int RECORDS = 20;

  private static final int TRANSACTIONS = 4000;

  /** All kinds of transactions that the closed economy has. */
  private static final Map<String, String> WHOLE_ECONOMY =
      Map.of(
          "ycsbt.reads", "10",
          "ycsbt.scans", "10",
          "ycsbt.scan.length", "5",
          "ycsbt.deletes", "20",
          "ycsbt.inserts", "20");

  private static Map<String, String> withRecords(Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(properties);
    all.put("recordcount", Integer.toString(RECORDS));
    return all;
  }

  private static YcsbRun run(Behaviour behaviour) throws Exception {
    return YcsbRun.loaded(behaviour, ClosedEconomy::new, withRecords(WHOLE_ECONOMY))
        .run(TRANSACTIONS);
  }

  @Test
  void cashOfDeletedAccountsIsNeitherLostNorDoubled() throws Exception {
    YcsbRun run = run(Behaviour.SERIALIZABLE);

    assertThat(run.ends()).isEmpty();
    for (String type :
        List.of("READ-ACCOUNT", "SCAN-ACCOUNTS", "DELETE-ACCOUNT", "INSERT-ACCOUNT", "TRANSFER")) {
      assertThat(run.count(type, "OK")).as(type).isPositive();
    }
    int made = run.count("DELETE-ACCOUNT", "OK") - run.count("INSERT-ACCOUNT", "OK");
    assertThat(MemoryBinding.size("accounts")).isEqualTo(RECORDS - made);
    assertThat(run.run(TRANSACTIONS).ends()).as("a run on what this has left").isEmpty();
  }

  @Test
  void cashThatAnInsertMakesOfNothingIsCaught() throws Exception {
    YcsbRun run = run(Behaviour.LOSES_UPDATES);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("ycsbt: verification failed: the total of all records is wrong by ");
  }

  @Test
  void unknownDeletesAndInsertsAreNoViolations() throws Exception {
    YcsbRun run = run(Behaviour.UNSURE);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("DELETE-ACCOUNT", "UNKNOWN")).isPositive();
  }

  @Test
  void anEconomyThatIsNotLoadedIsToldEvenIfAccountsMayBeAbsent() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);

    assertThat(new YcsbRun(ClosedEconomy::new, withRecords(WHOLE_ECONOMY)).run(1).ends())
        .containsExactly(
            "ycsbt: every record of table accounts is absent: load it with the same recordcount first");
  }

  @Test
  void sharesOfTheEconomyAreOfAHundred() throws Exception {
    Map<String, String> more = Map.of("ycsbt.scans", "30", "ycsbt.inserts", "21");

    assertThat(new YcsbRun(ClosedEconomy::new, withRecords(more)).run(1).ends())
        .containsExactly(
            "ycsbt: ycsbt.reads, .scans, .deletes and .inserts are 101 of a hundred together");
  }
}
