package io.hybridycsb.ycsb.relational;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Procedure;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the binding makes of a node's answers; a real chain is among the integration tests. */
class RelationalTmClientTest {
  private static final String TABLE = "usertable";

  /** For what is not answered, and long enough for what is. */
  private static final String SHORT_MS = "3000";

  @TempDir private Path directory;
  private FakeNode node;
  private RelationalTmClient db;

  @BeforeEach
  void start() throws Exception {
    node = new FakeNode(directory);
    db = open("relational.timeout.ms", "60000");
  }

  @AfterEach
  void stop() {
    db.cleanup();
    node.close();
  }

  private RelationalTmClient open(String... namesAndValues) throws DBException {
    Properties properties = new Properties();
    properties.putAll(node.properties());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    RelationalTmClient opened = new RelationalTmClient();
    opened.setProperties(properties);
    opened.init();
    return opened;
  }

  private void reopen(String... namesAndValues) throws DBException {
    db.cleanup();
    db = open(namesAndValues);
  }

  private static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return StringByteIterator.getByteIteratorMap(values);
  }

  /** Repeats a call that took longer than its limit. */
  private void insertPatiently(String key, Map<String, ByteIterator> values) {
    Status status =
        Awaitility.await()
            .pollInSameThread()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> db.insert(TABLE, key, values),
                told -> !Set.of(Status.SERVICE_UNAVAILABLE, Statuses.UNKNOWN).contains(told));
    assertThat(status).isEqualTo(Status.OK);
  }

  private Map<String, String> read(String key, Set<String> fields) {
    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(db.read(TABLE, key, fields, result)).isEqualTo(Status.OK);
    return StringByteIterator.getStringMap(result);
  }

  @Test
  void anInsertReplacesAnUpdateMergesADeleteDeletes() {
    assertThat(db.insert(TABLE, "k", values("a", "1", "b", "2"))).isEqualTo(Status.OK);
    assertThat(db.update(TABLE, "k", values("b", "3", "c", "4"))).isEqualTo(Status.OK);
    assertThat(read("k", null)).isEqualTo(Map.of("a", "1", "b", "3", "c", "4"));
    assertThat(read("k", Set.of("b"))).isEqualTo(Map.of("b", "3"));

    assertThat(db.insert(TABLE, "k", values("a", "5"))).isEqualTo(Status.OK);
    assertThat(read("k", null)).isEqualTo(Map.of("a", "5"));

    assertThat(db.delete(TABLE, "k")).isEqualTo(Status.OK);
    assertThat(db.delete(TABLE, "k")).isEqualTo(Status.NOT_FOUND);
    assertThat(db.read(TABLE, "k", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void tablesAreDefinedOnceAndAgainOnlyForNewFields() {
    db.insert(TABLE, "k", values("a", "1"));
    db.insert(TABLE, "l", values("a", "1"));
    db.delete(TABLE, "l");
    assertThat(node.definitions()).isEqualTo(1);

    db.update(TABLE, "k", values("b", "1"));
    db.update(TABLE, "k", values("a", "2", "b", "2"));
    assertThat(node.definitions()).isEqualTo(2);
  }

  @Test
  void aTableThatCannotBeIsABadRequest() {
    assertThat(db.insert("t".repeat(60), "k", values("a", "1"))).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void aScanGivesRecordsByRisingKey() {
    for (String key : new String[] {"k3", "k1", "k2", "k4"}) {
      db.insert(TABLE, key, values("name", key));
    }
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(db.scan(TABLE, "k2", 2, null, rows)).isEqualTo(Status.OK);
    assertThat(rows).extracting(row -> row.get("name").toString()).containsExactly("k2", "k3");
    assertThat(db.scan(TABLE, "k2", 0, null, rows)).isEqualTo(Status.OK);
    assertThat(db.scan("nowhere", "k", 2, null, rows)).isEqualTo(Status.OK);
    assertThat(rows).hasSize(2);
  }

  @Test
  void everyOutcomeHasAStatus() {
    db.insert(TABLE, "k", values("a", "1"));
    node.decide(Outcome.ABORTED, Outcome.ROLLED_BACK, Outcome.FAILED, Outcome.REFUSED);

    assertThat(db.update(TABLE, "k", values("a", "2"))).isEqualTo(Statuses.ABORTED);
    assertThat(db.update(TABLE, "k", values("a", "2"))).isEqualTo(Statuses.ABORTED);
    assertThat(db.update(TABLE, "k", values("a", "2"))).isEqualTo(Status.BAD_REQUEST);
    assertThat(db.update(TABLE, "k", values("a", "2"))).isEqualTo(Status.BAD_REQUEST);
    assertThat(read("k", null)).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aWriteWithoutAnAnswerIsUnknownAndOneThatNobodyTookIsNot() throws Exception {
    reopen("relational.timeout.ms", SHORT_MS);
    insertPatiently("k", values("a", "1"));
    node.keepSilent(true);
    assertThat(db.update(TABLE, "k", values("a", "2"))).isEqualTo(Statuses.UNKNOWN);
    node.keepSilent(false);
    assertThat(read("k", null)).isEqualTo(Map.of("a", "2"));

    node.failWith(io.grpc.Status.RESOURCE_EXHAUSTED.withDescription("full"));
    assertThat(db.update(TABLE, "k", values("a", "3"))).isEqualTo(Status.SERVICE_UNAVAILABLE);
    node.failWith(io.grpc.Status.INVALID_ARGUMENT.withDescription("too large"));
    assertThat(db.update(TABLE, "k", values("a", "3"))).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void asynchronousWritesAreOkOnceTheyAreAccepted() throws Exception {
    reopen("relational.commit", "async");
    assertThat(db.insert(TABLE, "k", values("a", "1"))).isEqualTo(Status.OK);
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "k", Map.of("a", "2".getBytes(UTF_8)));
    assertThat(transaction.commit()).isEqualTo(Status.BATCHED_OK);
    assertThat(transaction.versionMade(TABLE, "k")).isZero();
    db.cleanup();
    assertThat(transaction.decision().orElseThrow()).isCompletedWithValue(Status.OK);
    assertThat(transaction.versionMade(TABLE, "k")).isPositive();
    db = open();
  }

  @Test
  void orderedReadsShowTheSame() throws Exception {
    db.insert(TABLE, "k", values("a", "1"));
    reopen("relational.read", "ordered");
    assertThat(read("k", null)).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aTransactionCommitsOnlyIfNothingItReadHasChanged() {
    db.insert(TABLE, "a", values("n", "1"));
    db.insert(TABLE, "b", values("n", "1"));
    Transaction first = Transactions.ofThread().begin();
    Transaction second = Transactions.ofThread().begin();
    for (Transaction transaction : new Transaction[] {first, second}) {
      assertThat(transaction.read(TABLE, "a")).isPresent();
      transaction.merge(TABLE, "b", Map.of("m", "2".getBytes(UTF_8)));
      transaction.delete(TABLE, "absent");
    }
    assertThat(first.commit()).isEqualTo(Status.OK);
    assertThat(second.commit()).isEqualTo(Statuses.ABORTED);
    assertThat(read("b", null)).isEqualTo(Map.of("n", "1", "m", "2"));

    Transaction third = Transactions.ofThread().begin();
    assertThat(third.read(TABLE, "b").orElseThrow().version())
        .isPositive()
        .isEqualTo(first.versionMade(TABLE, "b"));
    assertThat(second.versionMade(TABLE, "b")).isZero();
    third.delete(TABLE, "b");
    third.put(TABLE, "a", Map.of("m", "3".getBytes(UTF_8)));
    assertThat(third.commit()).isEqualTo(Status.OK);
    assertThat(read("a", null)).isEqualTo(Map.of("m", "3"));
    assertThat(db.read(TABLE, "b", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aTransactionReadsOfATableThatIsNotThere() {
    Transaction transaction = Transactions.ofThread().begin();
    assertThat(transaction.read("nowhere", "k")).isEmpty();
    assertThat(transaction.commit()).isEqualTo(Status.OK);
  }

  @Test
  void anUnknownTransactionIsSettledOnceANodeTells() throws Exception {
    reopen("relational.timeout.ms", SHORT_MS);
    insertPatiently("a", values("n", "1"));
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "a", Map.of("n", "2".getBytes(UTF_8)));
    node.keepSilent(true);
    assertThatThrownBy(transaction::commit)
        .isInstanceOfSatisfying(
            FailedOperation.class, e -> assertThat(e.status()).isEqualTo(Statuses.UNKNOWN));
    assertThat(transaction.versionMade(TABLE, "a")).isZero();
    assertThat(transaction.settle()).isEqualTo(Status.OK);
    assertThat(Transactions.ofThread().begin().read(TABLE, "a").orElseThrow().version())
        .isPositive()
        .isEqualTo(transaction.versionMade(TABLE, "a"));
  }

  private static Procedure procedure() {
    return Procedure.of(
        "pay",
        List.of(
            new Procedure.Parameter("p_who", Procedure.Type.TEXT),
            new Procedure.Parameter("p_cents", Procedure.Type.NUMBER)),
        "a",
        "b",
        Map.of(TABLE, Set.of("cents")));
  }

  private static List<ProcedureResult> call(ProcedureCall... calls) {
    return Transactions.ofThread().procedures().orElseThrow().call(List.of(calls));
  }

  @Test
  void aProcedureIsDefinedOnceWithItsTableAndCalledInOneMessageEach() {
    ProcedureCall call = procedure().call("me", -5L);

    assertThat(call(call)).containsExactly(ProcedureResult.committed(2));
    assertThat(call(call)).containsExactly(ProcedureResult.committed(2));
    assertThat(node.definitions()).isEqualTo(2);
    assertThat(node.height()).isEqualTo(4);
    assertThat(node.procedures())
        .singleElement()
        .satisfies(defined -> assertThat(defined.getName()).isEqualTo(procedure().name()))
        .satisfies(defined -> assertThat(defined.getText()).isEqualTo("a"));
    assertThat(node.called().get(1).getArguments(0).getText()).isEqualTo("me");
    assertThat(node.called().get(1).getArguments(1).getNumber()).isEqualTo(-5);
  }

  @Test
  void callsThatComeTogetherAreOneTransactionWithAnOutcomeEach() {
    ProcedureCall call = procedure().call("me", 5L);
    call(call);
    long before = node.height();
    node.decide(Outcome.OK, Outcome.FORBIDDEN, Outcome.ROLLED_BACK, Outcome.FAILED);

    assertThat(call(call, call, call, call))
        .containsExactly(
            ProcedureResult.committed(2),
            ProcedureResult.forbidden(),
            ProcedureResult.of(Statuses.ABORTED),
            ProcedureResult.of(Status.BAD_REQUEST));
    assertThat(node.height()).isEqualTo(before + 1);
  }

  @Test
  void callsOfUnknownOutcomeAreAskedForAgainAtTheEnd() throws Exception {
    reopen("relational.timeout.ms", SHORT_MS);
    ProcedureCall call = procedure().call("me", 5L);
    call(call);
    node.keepSilent(true);
    node.decide(Outcome.OK, Outcome.FORBIDDEN, Outcome.ROLLED_BACK);

    requireToldAtTheEnd(call, Statuses.UNKNOWN, Statuses.ABORTED);
  }

  /** Calls once alone and twice together; the last call has failed. */
  private void requireToldAtTheEnd(ProcedureCall call, Status before, Status failed)
      throws Exception {
    List<ProcedureResult> results = new ArrayList<>(call(call));
    results.addAll(call(call, call));
    assertThat(results).extracting(ProcedureResult::status).containsOnly(before);
    db.cleanup();
    assertThat(results)
        .extracting(result -> result.decision().orElseThrow().getNow(null))
        .containsExactly(
            ProcedureResult.committed(2), ProcedureResult.forbidden(), ProcedureResult.of(failed));
    db = open();
  }

  @Test
  void withAsyncCallsAreAcceptedAndTheirOutcomesAreToldLater() throws Exception {
    ProcedureCall call = procedure().call("me", 5L);
    call(call);
    reopen("relational.commit", "async");
    call(call);
    node.decide(Outcome.OK, Outcome.FORBIDDEN, Outcome.FAILED);

    requireToldAtTheEnd(call, Status.BATCHED_OK, Status.BAD_REQUEST);
  }
}
