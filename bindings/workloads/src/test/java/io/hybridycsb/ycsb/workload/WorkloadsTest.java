package io.hybridycsb.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.transactions.PopulatedWorkload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All workloads of transactions, on a system of this process that is right or wrong. */
class WorkloadsTest {
  /** Few, so that transactions meet. */
  private static final int RECORDS = 20;

  private static final int TRANSACTIONS = 4000;

  static Stream<Arguments> workloads() {
    return Stream.of(
        Arguments.of("smallbank", (Supplier<PopulatedWorkload>) SmallBank::new),
        Arguments.of("ycsbt", (Supplier<PopulatedWorkload>) ClosedEconomy::new),
        Arguments.of("multi", (Supplier<PopulatedWorkload>) MultiOperation::new));
  }

  private static YcsbRun loaded(
      Behaviour behaviour, Supplier<PopulatedWorkload> workload, Map<String, String> properties)
      throws Exception {
    return YcsbRun.loaded(behaviour, workload, withRecords(properties));
  }

  private static Map<String, String> withRecords(Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(Map.of("recordcount", Integer.toString(RECORDS)));
    all.putAll(properties);
    return all;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void aSerializableSystemPassesAndEachTransactionIsCountedOnce(
      String name, Supplier<PopulatedWorkload> workload) throws Exception {
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    int all = Stream.of("OK", "REFUSED", "ABORTED").mapToInt(status -> count(run, status)).sum();
    assertThat(all).isEqualTo(TRANSACTIONS);
  }

  private static int count(YcsbRun run, String status) {
    try {
      return run.count("TRANSACTION", status);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void aSystemThatLosesAnUpdateIsCaught(String name, Supplier<PopulatedWorkload> workload)
      throws Exception {
    YcsbRun run = loaded(Behaviour.LOSES_ONE_UPDATE, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith(name + ": verification failed: the total of all records is wrong by ");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void aSystemThatCommitsHalvesIsCaught(String name, Supplier<PopulatedWorkload> workload)
      throws Exception {
    YcsbRun run = loaded(Behaviour.DOES_HALVES, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).singleElement().asString().contains("verification failed");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void unknownOutcomesAreNeitherThroughputNorViolations(
      String name, Supplier<PopulatedWorkload> workload) throws Exception {
    YcsbRun run = loaded(Behaviour.UNSURE, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "UNKNOWN")).isPositive();
    assertThat(run.count("TRANSACTION", "OK")).isPositive();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void outcomesThatAreToldLaterAreVerified(String name, Supplier<PopulatedWorkload> workload)
      throws Exception {
    Map<String, String> bodies = Map.of("transaction.procedures", "false");
    YcsbRun run = loaded(Behaviour.DECIDES_LATER, workload, bodies).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "BATCHED_OK")).isPositive();
    assertThat(run.count("TRANSACTION", "ABORTED")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"smallbank", "multi"})
  void acceptedTransactionsThatAreDroppedAreMissed(String name) throws Exception {
    Supplier<PopulatedWorkload> workload =
        name.equals("multi") ? MultiOperation::new : SmallBank::new;
    Map<String, String> bodies = Map.of("transaction.procedures", "false");
    YcsbRun run = loaded(Behaviour.DROPS_WHAT_IT_ACCEPTS, workload, bodies).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith(name + ": verification failed: the total of all records is wrong by ");
  }

  @Test
  void aFifthThatIsAcceptedAndOfWhichNobodyTellsMoreIsTooMuchToVerify() throws Exception {
    YcsbRun run = loaded(Behaviour.DROPS_SOME, MultiOperation::new, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends())
        .singleElement()
        .asString()
        .matches(
            "multi: not verified: of 4,000 transactions that change the total, ([0-9]+) are of"
                + " unknown outcome, \\1 of them accepted; wait for commits, or give"
                + " transaction.verify=false");
  }

  @Test
  void outcomesThatAreKnownWhenAskedForAgainAreVerified() throws Exception {
    YcsbRun run =
        loaded(Behaviour.TELLS_WHEN_ASKED, MultiOperation::new, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "UNKNOWN")).isPositive();
    assertThat(run.count("TRANSACTION", "OK")).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void noBindingHasToBeginAfterARunWhoseResultsItCouldSpoil(
      String name, Supplier<PopulatedWorkload> workload) throws Exception {
    YcsbRun run = loaded(Behaviour.TAKES_EIGHT_BINDINGS, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "OK")).isPositive();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void aSystemWithoutTransactionsIsNamedInOneLine(String name, Supplier<PopulatedWorkload> workload)
      throws Exception {
    YcsbRun run = loaded(Behaviour.WITHOUT_TRANSACTIONS, workload, Map.of()).run(TRANSACTIONS);

    assertThat(run.ends())
        .containsExactly(name + ": memory has no transactions over several records");
  }

  @Test
  void abortedTransactionsAreMadeAnewAsOftenAsAskedFor() throws Exception {
    Map<String, String> once =
        Map.of("transaction.retries", "1", "transaction.verify", "false", "ycsbt.reads", "0");
    YcsbRun run = loaded(Behaviour.ABORTS, ClosedEconomy::new, once).run(TRANSACTIONS);

    int attempts = run.count("ATTEMPT", "ABORTED") + run.count("ATTEMPT", "OK");
    int transactions = run.count("TRANSACTION", "ABORTED") + run.count("TRANSACTION", "OK");
    assertThat(transactions).isEqualTo(TRANSACTIONS);
    assertThat(attempts).isBetween(transactions + 1, 2 * transactions);
  }

  @Test
  void eachTypeOfSmallbankHasItsShare() throws Exception {
    Map<String, String> onlyTwo =
        Map.of(
            "smallbank.balance", "1",
            "smallbank.send.payment", "3",
            "smallbank.deposit.checking", "0",
            "smallbank.transact.savings", "0",
            "smallbank.amalgamate", "0",
            "smallbank.write.check", "0");
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, SmallBank::new, onlyTwo).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    int balances = run.count("BALANCE", "OK") + run.count("BALANCE", "ABORTED");
    // Four standard deviations of a binomial distribution around a quarter.
    assertThat(balances).isBetween(TRANSACTIONS / 4 - 110, TRANSACTIONS / 4 + 110);
    assertThat(run.count("AMALGAMATE", "OK")).isZero();
  }

  @Test
  void whatAnAccountCannotPayIsRefusedAndNotThroughput() throws Exception {
    Map<String, String> payments =
        Map.of(
            "smallbank.balance", "0",
            "smallbank.deposit.checking", "0",
            "smallbank.transact.savings", "0",
            "smallbank.amalgamate", "1",
            "smallbank.write.check", "0",
            "smallbank.send.payment", "1",
            "smallbank.overdraft", "0");
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, SmallBank::new, payments).run(TRANSACTIONS);

    // Amalgamate empties accounts.
    assertThat(run.ends()).isEmpty();
    assertThat(run.count("SEND-PAYMENT", "REFUSED")).isPositive();
    assertThat(run.count("TRANSACTION", "REFUSED")).isEqualTo(run.count("SEND-PAYMENT", "REFUSED"));

    run = loaded(Behaviour.DECIDES_LATER, SmallBank::new, accepted(payments)).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("SEND-PAYMENT", "REFUSED")).as("what is only accepted").isZero();
  }

  private static Map<String, String> accepted(Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(properties);
    all.put("transaction.procedures", "false");
    return all;
  }

  @Test
  void withAnOverdraftNothingIsRefusedHoweverLongARunIs() throws Exception {
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, SmallBank::new, Map.of()).run(5 * TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("TRANSACTION", "REFUSED")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smallbank.hotspot.size | 20 | is 20, not less than the 20 customers",
        "smallbank.hotspot.share | 101 | smallbank.hotspot.share is 0..100, not \"101\"",
        "smallbank.overdraft | -1 | smallbank.overdraft is 0..2147483647, not \"-1\"",
      })
  void aWrongPropertyOfSmallbankIsToldInOneLine(String property, String value, String message)
      throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);

    YcsbRun run = new YcsbRun(SmallBank::new, withRecords(Map.of(property, value))).run(1);

    assertThat(run.ends()).singleElement().asString().startsWith("smallbank: ").contains(message);
  }

  @Test
  void aHotSpotAndSkewExcludeEachOther() throws Exception {
    Map<String, String> both =
        Map.of("smallbank.hotspot.size", "2", "requestdistribution", "zipfian");

    assertThat(new YcsbRun(SmallBank::new, withRecords(both)).run(1).ends())
        .containsExactly(
            "smallbank: smallbank.hotspot.size needs requestdistribution=uniform, beside the hot"
                + " spot");
  }

  @Test
  void aHotSpotIsChosenAsOftenAsItsShareSays() throws Exception {
    Map<String, String> hot =
        Map.of(
            "smallbank.hotspot.size", "2",
            "smallbank.hotspot.share", "100",
            "transaction.retries", "1000");
    loaded(Behaviour.SERIALIZABLE, SmallBank::new, hot).run(TRANSACTIONS);

    assertThat(MemoryBinding.texts().get(new RecordName("checking", "1")).get("balance"))
        .isNotEqualTo("1000000");
    assertThat(MemoryBinding.texts().get(new RecordName("checking", "2")))
        .isEqualTo(Map.of("balance", "1000000"));
  }

  @Test
  void theRecordsOfATransactionHaveAThousandBytesTogether() throws Exception {
    for (String operations : List.of("1", "4", "10")) {
      loaded(Behaviour.SERIALIZABLE, MultiOperation::new, Map.of("multi.operations", operations));

      int each = 1000 / Integer.parseInt(operations);
      assertThat(MemoryBinding.bytes("usertable", "user7")).isEqualTo(each);
    }
  }

  @Test
  void aRecordHasAtLeastTheBytesOfItsCount() throws Exception {
    loaded(
        Behaviour.SERIALIZABLE,
        MultiOperation::new,
        Map.of("multi.operations", "1", "multi.bytes", "10"));

    assertThat(MemoryBinding.bytes("usertable", "user7")).isEqualTo(10);

    Map<String, String> tooFew = Map.of("multi.operations", "2", "multi.bytes", "19");
    assertThat(new YcsbRun(MultiOperation::new, withRecords(tooFew)).load().ends())
        .singleElement()
        .asString()
        .contains("multi.bytes is 19, less than 10 for each of the 2 operations");
  }

  @Test
  void readsAmongTheOperationsChangeNothing() throws Exception {
    Map<String, String> reads = Map.of("multi.operations", "5", "multi.reads", "100");
    YcsbRun run = loaded(Behaviour.LOSES_UPDATES, MultiOperation::new, reads).run(TRANSACTIONS);

    assertThat(run.ends()).isEmpty();
    assertThat(run.count("MULTI", "OK")).isEqualTo(TRANSACTIONS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void everyTableIsLoadedWithAllRecords(String name, Supplier<PopulatedWorkload> workload)
      throws Exception {
    loaded(Behaviour.SERIALIZABLE, workload, Map.of());

    List<String> tables =
        switch (name) {
          case "smallbank" -> List.of("account", "savings", "checking");
          case "ycsbt" -> List.of("accounts");
          default -> List.of("usertable");
        };
    assertThat(tables)
        .allSatisfy(table -> assertThat(MemoryBinding.size(table)).isEqualTo(RECORDS));
  }

  @Test
  void aLoadThatIsNotCompleteIsTold() throws Exception {
    MemoryBinding.reset(Behaviour.LOSES_INSERTS);
    YcsbRun run = new YcsbRun(ClosedEconomy::new, withRecords(Map.of())).load();

    assertThat(run.ends())
        .isNotEmpty()
        .containsOnly(
            "ycsbt: the load is not complete, load again: an insert into table accounts was answered UNKNOWN");
  }

  @Test
  void severalProcessesLoadParts() throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);
    Map<String, String> first = withRecords(Map.of("insertcount", "5"));
    Map<String, String> rest = withRecords(Map.of("insertstart", "5"));
    assertThat(new YcsbRun(ClosedEconomy::new, first).load().ends()).isEmpty();
    assertThat(new YcsbRun(ClosedEconomy::new, rest).load().ends()).isEmpty();

    assertThat(MemoryBinding.size("accounts")).isEqualTo(RECORDS);
  }

  @Test
  void anAbsentRecordIsToldWithTheNextStep() throws Exception {
    YcsbRun run = loaded(Behaviour.SERIALIZABLE, ClosedEconomy::new, Map.of());
    MemoryBinding.remove("accounts", "account3");

    assertThat(run.run(TRANSACTIONS).ends())
        .containsExactly(
            "ycsbt: a record of table accounts is absent: load it with the same recordcount first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recordcount | 1 | recordcount is a number from 2",
        "recordcount | many | recordcount is a number from 2",
        "ycsbt.reads | 101 | ycsbt.reads is 0..100, not \"101\"",
        "ycsbt.read | 5 | unknown property ycsbt.read",
        "transaction.retries | -1 | transaction.retries is 0..1000",
        "requestdistribution | latest | requestdistribution is uniform|zipfian, not \"latest\"",
        "zipfian.constant | 11 | zipfian.constant is 0.0..10.0, not \"11\"",
      })
  void aWrongPropertyIsToldInOneLine(String property, String value, String message)
      throws Exception {
    MemoryBinding.reset(Behaviour.SERIALIZABLE);

    YcsbRun run = new YcsbRun(ClosedEconomy::new, withRecords(Map.of(property, value))).run(1);

    assertThat(run.ends()).singleElement().asString().startsWith("ycsbt: ").contains(message);
  }
}
