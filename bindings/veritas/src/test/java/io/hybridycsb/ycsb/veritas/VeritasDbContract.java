package io.hybridycsb.ycsb.veritas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What holds for every YCSB binding for Veritas, whatever its shared log. */
@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
abstract class VeritasDbContract extends BindingOnFakeVeritas {
  VeritasDbContract(TestedBinding binding) {
    super(binding);
  }

  @Test
  void aRecordOfTenFieldsStaysOneWhenAFieldIsUpdated() throws Exception {
    VeritasDb client = client();
    Map<String, String> ten = new LinkedHashMap<>();
    for (int i = 0; i < 10; i++) {
      ten.put("field" + i, "value" + i);
    }
    assertThat(client.insert(TABLE, "user1", values(ten))).isEqualTo(Status.OK);
    assertThat(client.update(TABLE, "user1", values(Map.of("field3", "new")))).isEqualTo(Status.OK);
    ten.put("field3", "new");
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(ten);
  }

  @Test
  void readsAndScansGiveTheFieldsAskedFor() throws Exception {
    VeritasDb client = client();
    for (String key : new String[] {"user1", "user2", "user3"}) {
      client.insert(TABLE, key, values(Map.of("a", "a" + key, "b", "b" + key)));
    }
    client.insert("usertable2", "user4", values(Map.of("a", "other")));
    client.read(TABLE, "user1", Set.of("b"), result);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("b", "buser1"));

    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(client.scan(TABLE, "user2", 10, Set.of("a"), rows)).isEqualTo(Status.OK);
    assertThat(rows.stream().map(StringByteIterator::getStringMap))
        .containsExactly(Map.of("a", "auser2"), Map.of("a", "auser3"));
    rows.clear();
    client.scan(TABLE, "user1", 2, null, rows);
    assertThat(rows).hasSize(2).allMatch(row -> row.size() == 2);
  }

  @Test
  void aMissingKeyIsNotFoundAndSoIsADeletedOne() throws Exception {
    VeritasDb client = client();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    assertThat(client.delete(TABLE, "user1")).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(TABLE, "user1")).isEqualTo(Status.OK);
    assertThat(result).isEmpty();
  }

  @Test
  void anAbortIsAborted() throws Exception {
    veritas.decide(Outcome.WRITE_CONFLICT, Outcome.PENDING_CONFLICT);
    VeritasDb client = client();
    assertThat(client.insert(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Statuses.ABORTED);
    assertThat(client.delete(TABLE, "user1")).isEqualTo(Statuses.ABORTED);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aTransactionReadsAndWritesSeveralRecords() throws Exception {
    VeritasDb client = client();
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    Transaction transaction = Transactions.ofThread().begin();
    Transaction.Found found = transaction.read(TABLE, "user1").orElseThrow();
    transaction.merge(TABLE, "user1", Map.of("b", bytes("2")));
    transaction.put(TABLE, "user2", Map.of("a", bytes("3")));

    assertThat(found.version()).isPositive();
    assertThat(transaction.read(TABLE, "user1").orElseThrow().fields()).containsOnlyKeys("a", "b");
    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(transaction.versionMade(TABLE, "user2")).isPositive();
    assertThat(client.read(TABLE, "user2", null, result)).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void aTransactionThatIsAbortedIsNotTriedAgain() throws Exception {
    veritas.decide(Outcome.READ_CONFLICT);
    client("veritas.retries", "5");
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "user1", Map.of("a", bytes("1")));

    assertThat(transaction.commit()).isEqualTo(Statuses.ABORTED);
    assertThat(veritas.distinctTimestamps()).isOne();
  }

  @Test
  void aTransactionOfUnknownOutcomeIsUnknownUntilANodeTells() throws Exception {
    impatientClient().insert(TABLE, "user2", values(Map.of("a", "2")));
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "user1", Map.of("a", bytes("1")));
    veritas.failWith(Failure.Code.TIMEOUT, "not decided in time");

    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(transaction::commit)
        .matches(e -> e.status().equals(Statuses.UNKNOWN));
    veritas.recover();
    assertThat(transaction.settle()).isEqualTo(Status.OK);
    assertThat(transaction.versionMade(TABLE, "user1")).isPositive();
  }

  @Test
  void anAsynchronousTransactionIsOnlyAccepted() throws Exception {
    client("veritas.commit", "async");
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "user1", Map.of("a", bytes("1")));

    assertThat(transaction.commit()).isEqualTo(Status.BATCHED_OK);
  }

  @Test
  void aRecordThatWouldBecomeTooLongIsABadRequestAndNotTriedAgain() throws Exception {
    veritas.decide(Outcome.RECORD_TOO_LARGE);
    VeritasDb client = client("veritas.retries", "2");
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "1"))))
        .isEqualTo(Status.BAD_REQUEST);
    assertThat(veritas.distinctTimestamps()).isEqualTo(1);
  }

  @Test
  void aWriteThatIsOnlyAcceptedIsNotACommittedOne() throws Exception {
    veritas.decide(Outcome.OUTCOME_UNSPECIFIED);
    assertThat(client().insert(TABLE, "user1", values(Map.of("a", "1"))))
        .isEqualTo(Statuses.UNKNOWN);
    veritas.decide(Outcome.OUTCOME_UNSPECIFIED);
    VeritasDb async = client("veritas.commit", "async");
    assertThat(async.insert(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Status.OK);
  }

  @Test
  void anAbortIsTriedAgainWithANewTimestampAsOftenAsAskedFor() throws Exception {
    veritas.decide(Outcome.WRITE_CONFLICT, Outcome.WRITE_CONFLICT);
    VeritasDb client = client("veritas.retries", "2");
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Status.OK);
    assertThat(veritas.distinctTimestamps()).isEqualTo(3);

    veritas.decide(Outcome.WRITE_CONFLICT, Outcome.WRITE_CONFLICT, Outcome.WRITE_CONFLICT);
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "2")))).isEqualTo(Statuses.ABORTED);
    assertThat(veritas.distinctTimestamps()).isEqualTo(6);
  }

  @Test
  void aWriteUnderTheIdOfAnotherTransactionIsAnErrorAndNeverTriedAgain() throws Exception {
    veritas.decide(Outcome.ID_IN_USE);
    VeritasDb client = client("veritas.retries", "5");
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Status.ERROR);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aWritesAttemptsShareTheTimeOfOneOperation() throws Exception {
    veritas.decide(Outcome.WRITE_CONFLICT, Outcome.WRITE_CONFLICT);
    VeritasDb client = client("veritas.retries", "2");
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Status.OK);
    List<Integer> timeoutsMs = veritas.commitTimeoutsMs();
    assertThat(timeoutsMs).hasSize(3);
    assertThat(timeoutsMs.get(2)).isLessThan(timeoutsMs.get(0) - FakeVeritas.COMMIT_MS);
  }

  @Test
  void anUnknownOutcomeIsUnknownAndNeverTriedAgain() throws Exception {
    VeritasDb client = impatientClient("veritas.retries", "5");
    veritas.failWith(Failure.Code.TIMEOUT, "not decided in time");
    assertThat(client.insert(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Statuses.UNKNOWN);
    assertThat(veritas.distinctTimestamps()).isZero();
  }

  /** Where there is an oracle, there may be no timestamp, and then nothing was sent. */
  @Test
  void aWriteThatIsInterruptedIsNoError() throws Exception {
    VeritasDb client = client();
    veritas.beSilent();
    Thread.currentThread().interrupt();
    Status status = client.insert(TABLE, "user1", values(Map.of("a", "1")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(status).isIn(Statuses.UNKNOWN, Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void aWrongRequestIsABadRequest() throws Exception {
    VeritasDb client = client();
    assertThat(client.insert(TABLE, "k".repeat(2000), values(Map.of("a", "1"))))
        .isEqualTo(Status.BAD_REQUEST);
    assertThat(client.read(TABLE, "k".repeat(2000), null, result)).isEqualTo(Status.BAD_REQUEST);
    veritas.failWith(Failure.Code.INVALID, "a record has at most 262144 bytes");
    assertThat(client.update(TABLE, "user1", values(Map.of("a", "1"))))
        .isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void withoutANodeAReadIsServiceUnavailable() throws Exception {
    VeritasDb client = impatientClient();
    veritas.beSilent();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void anAsynchronousCommitIsOkWhenAccepted() throws Exception {
    VeritasDb client = client("veritas.commit", "async");
    veritas.decide(Outcome.WRITE_CONFLICT);
    assertThat(client.insert(TABLE, "user1", values(Map.of("a", "1")))).isEqualTo(Status.OK);
  }

  @Test
  void anAbsentClusterEndsTheProcessWithOneLine() throws Exception {
    veritas.close();
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> client("veritas.timeout.ms", "300"));
    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith(
            binding.binding() + ": no node of cluster fake answered within 300 ms; the last: ")
        .doesNotContain("\n");
  }

  @Test
  void aWrongPropertyEndsTheProcessWithTheListOfThoseThatAreRight() {
    for (String[] wrong :
        new String[][] {
          {"veritas.comit", "sync", "unknown property veritas.comit"},
          {"veritas.commit", "often", "veritas.commit is sync|async, not \"often\""},
          {"veritas.timeout.ms", "0", "veritas.timeout.ms is 1..600000, not \"0\""},
          {"veritas.verify", "all", "veritas.verify is off|read|batch, not \"all\""},
          {"veritas.retries", "-1", "veritas.retries is 0..1000, not \"-1\""},
        }) {
      assertEnds(
          wrong[0],
          wrong[1],
          wrong[2]
              + "; valid are, with [defaults]: veritas.age.max.s=0..31536000 [0], "
              + "veritas.cluster=FILE (required), "
              + "veritas.commit=sync|async [sync], veritas.key=FILE (required), "
              + "veritas.node=NAME [none], veritas.read=local|session|linearizable ["
              + binding.reads()
              + "], veritas.retries=0..1000 [0], veritas.state=FILE [none], "
              + "veritas.timeout.ms=1..600000 [10000], veritas.tls.ca=FILE [none], "
              + "veritas.tls.certificate=FILE [none], veritas.tls.key=FILE [none], "
              + "veritas.verify=off|read|batch [off], "
              + "veritas.verify.batch=1..1000 [32]");
    }
  }

  @Test
  void filesAndNodesThatAreNotThereEndTheProcess() {
    assertEnds(
        "veritas.node",
        "node9",
        "veritas.node: no node 'node9'; there are node1, or by number 1 to 1");
    assertEnds("veritas.cluster", "absent.json", "no cluster file absent.json");
    assertEnds("veritas.key", "absent.key", "no key file absent.key");
    assertEnds("veritas.tls.ca", "absent.pem", "veritas.tls.ca: no file absent.pem");
  }

  private void assertEnds(String name, String value, String message) {
    ends.clear();
    assertThatExceptionOfType(DBException.class).isThrownBy(() -> client(name, value));
    assertThat(ends).containsExactly(binding.binding() + ": " + message);
  }

  /** Its time must do for connecting too: by now, all classes of a client have been loaded. */
  private VeritasDb impatientClient(String... namesAndValues) throws DBException {
    VeritasDb first = client();
    first.cleanup();
    clients.remove(first);
    List<String> all = new ArrayList<>(List.of(namesAndValues));
    all.addAll(List.of("veritas.timeout.ms", "10000"));
    return client(all.toArray(String[]::new));
  }
}
