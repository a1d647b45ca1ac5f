package io.hybridycsb.ycsb.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the binding makes of etcd's answers; what etcd itself does is tested on real clusters. */
@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
class EtcdClientTest {
  private static final String TABLE = "usertable";

  private final List<String> ends = new ArrayList<>();
  private final Map<String, ByteIterator> result = new HashMap<>();
  private final Properties properties = new Properties();
  private FakeEtcd etcd;
  private EtcdClient client;

  @BeforeEach
  void connect() throws Exception {
    etcd = new FakeEtcd();
    properties.setProperty("etcd.endpoints", etcd.address());
    properties.setProperty("etcd.retries", "2");
    properties.setProperty("etcd.timeout.ms", "60000");
    open();
  }

  private void open() throws DBException {
    client = new EtcdClient();
    client.endBy(ends::add);
    client.setProperties(properties);
    client.init();
  }

  /** With another property than before. */
  private void reopen(String name, String value) throws DBException {
    client.cleanup();
    properties.setProperty(name, value);
    open();
  }

  @AfterEach
  void close() throws Exception {
    client.cleanup();
    etcd.close();
  }

  private static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return StringByteIterator.getByteIteratorMap(values);
  }

  private Map<String, String> read(String key) {
    result.clear();
    assertThat(client.read(TABLE, key, null, result)).isEqualTo(Status.OK);
    return StringByteIterator.getStringMap(result);
  }

  @Test
  void anUpdateKeepsTheOtherFieldsAndAnInsertDoesNot() {
    client.insert(TABLE, "user1", values("a", "1", "b", "2"));
    assertThat(client.update(TABLE, "user1", values("b", "3"))).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "3"));

    assertThat(client.insert(TABLE, "user1", values("b", "4"))).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("b", "4"));
  }

  @Test
  void anUpdateOfAnAbsentRecordMakesOne() {
    assertThat(client.update(TABLE, "user1", values("b", "3"))).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("b", "3"));
  }

  @Test
  void anUpdateThatLosesIsTriedAgainSoOftenAndThenAborted() {
    client.insert(TABLE, "user1", values("a", "1"));
    etcd.rivals(2);
    assertThat(client.update(TABLE, "user1", values("a", "2"))).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "2"));

    etcd.rivals(3);
    assertThat(client.update(TABLE, "user1", values("a", "3"))).isEqualTo(Statuses.ABORTED);
    assertThat(read("user1")).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void blindUpdatesPutWhatIsGiven() throws Exception {
    reopen("etcd.update", "put");
    client.insert(TABLE, "user1", values("a", "1", "b", "2"));
    assertThat(client.update(TABLE, "user1", values("b", "3"))).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("b", "3"));
    assertThat(etcd.writes()).containsExactly("put", "put");
  }

  @Test
  void scansGiveTheRecordsOfOneTableInOrderFromTheirStart() {
    for (String key : List.of("user3", "user1", "user2")) {
      client.insert(TABLE, key, values("a", "a" + key, "b", "b"));
    }
    client.insert("usertable2", "user4", values("a", "other"));

    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(client.scan(TABLE, "user2", 10, Set.of("a"), rows)).isEqualTo(Status.OK);
    assertThat(rows.stream().map(StringByteIterator::getStringMap))
        .containsExactly(Map.of("a", "auser2"), Map.of("a", "auser3"));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(client.read(TABLE, "none", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(TABLE, "none")).isEqualTo(Status.NOT_FOUND);
    client.insert(TABLE, "some", values("a", "1"));
    assertThat(client.delete(TABLE, "some")).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "some", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @ParameterizedTest
  @EnumSource(
      value = io.grpc.Status.Code.class,
      names = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL", "ABORTED"})
  void theOutcomeOfAWriteWithoutAnAnswerIsUnknownAndItIsSentOnlyOnce(io.grpc.Status.Code code) {
    etcd.failWith(code.toStatus());
    assertThat(client.insert(TABLE, "user1", values("a", "1"))).isEqualTo(Statuses.UNKNOWN);
    assertThat(client.delete(TABLE, "user1")).isEqualTo(Statuses.UNKNOWN);
    assertThat(etcd.writes()).containsExactly("put", "delete");
  }

  @Test
  void aCallThatIsNeverAnsweredEndsInTime() throws Exception {
    reopen("etcd.timeout.ms", "5000");
    etcd.keepSilent();
    assertThat(client.insert(TABLE, "user1", values("a", "1"))).isEqualTo(Statuses.UNKNOWN);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void whatEtcdRefusesIsNotUnknown() {
    etcd.failWith(io.grpc.Status.INVALID_ARGUMENT.withDescription("request is too large"));
    assertThat(client.insert(TABLE, "user1", values("a", "1"))).isEqualTo(Status.BAD_REQUEST);
    etcd.failWith(
        io.grpc.Status.RESOURCE_EXHAUSTED.withDescription("etcdserver: too many requests"));
    assertThat(client.insert(TABLE, "user1", values("a", "1")))
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  /** The members apply the write that exceeds the quota, and answer it with this error. */
  @Test
  void aWriteThatFindsTheDatabaseFullMayHaveHappened() {
    etcd.failWith(
        io.grpc.Status.RESOURCE_EXHAUSTED.withDescription(
            "etcdserver: mvcc: database space exceeded"));
    assertThat(client.insert(TABLE, "user1", values("a", "1"))).isEqualTo(Statuses.UNKNOWN);
    assertThat(etcd.writes()).containsExactly("put");
  }

  @Test
  void aScanOfNoRecordsIsNotAScanOfAll() {
    client.insert(TABLE, "user1", values("a", "1"));
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(client.scan(TABLE, "user1", 0, null, rows)).isEqualTo(Status.OK);
    assertThat(rows).isEmpty();
  }

  @Test
  void anUpdateThatCannotReadHasDoneNothing() {
    etcd.failWith(io.grpc.Status.UNAVAILABLE);
    assertThat(client.update(TABLE, "user1", values("a", "1")))
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(etcd.writes()).isEmpty();
  }

  private static Map<String, byte[]> fields(String value) {
    return Map.of("a", value.getBytes(UTF_8));
  }

  @Test
  void aTransactionReadsAndWritesSeveralRecordsInOneCall() {
    client.insert(TABLE, "user1", values("a", "1"));
    client.insert(TABLE, "user2", values("a", "2"));
    Transaction transaction = Transactions.ofThread().begin();
    long seen = transaction.read(TABLE, "user1").orElseThrow().version();
    transaction.put(TABLE, "user1", fields("3"));
    transaction.put(TABLE, "user3", fields("4"));
    transaction.delete(TABLE, "user2");

    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(etcd.writes()).containsExactly("put", "put", "txn");
    assertThat(read("user1")).isEqualTo(Map.of("a", "3"));
    assertThat(read("user3")).isEqualTo(Map.of("a", "4"));
    assertThat(client.read(TABLE, "user2", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(transaction.versionMade(TABLE, "user1")).isGreaterThan(seen);
  }

  @Test
  void aTransactionIsAbortedIfARecordThatItReadHasChanged() {
    client.insert(TABLE, "user1", values("a", "1"));
    Transaction transaction = Transactions.ofThread().begin();
    transaction.read(TABLE, "user1");
    transaction.put(TABLE, "user2", fields("2"));
    etcd.rivals(1);

    assertThat(transaction.commit()).isEqualTo(Statuses.ABORTED);
    assertThat(client.read(TABLE, "user2", null, result)).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aTransactionWithoutAnAnswerIsUnknownAndSentOnce() {
    Transaction transaction = Transactions.ofThread().begin();
    transaction.read(TABLE, "user1");
    transaction.put(TABLE, "user1", fields("1"));
    etcd.failWith(io.grpc.Status.UNAVAILABLE);

    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(transaction::commit)
        .matches(e -> e.status().equals(Statuses.UNKNOWN));
    assertThat(etcd.writes()).containsExactly("txn");
    assertThat(transaction.versionMade(TABLE, "user1")).isPositive();
  }

  @Test
  void theVersionOfARecordIsNoFieldOfIt() {
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put(TABLE, "user1", fields("1"));
    transaction.commit();
    client.update(TABLE, "user1", values("b", "2"));
    Transaction reads = Transactions.ofThread().begin();

    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "2"));
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(client.scan(TABLE, "user1", 1, null, rows)).isEqualTo(Status.OK);
    assertThat(rows).singleElement().satisfies(row -> assertThat(row).containsOnlyKeys("a", "b"));
    assertThat(reads.read(TABLE, "user1").orElseThrow().fields()).containsOnlyKeys("a", "b");
  }

  @Test
  void aTransactionOfMoreRecordsThanEtcdTakesIsABadRequest() {
    Transaction transaction = Transactions.ofThread().begin();
    for (int i = 0; i < 129; i++) {
      transaction.put(TABLE, "user" + i, fields("1"));
    }

    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(transaction::commit)
        .withMessage("a transaction reads or writes 129 records; etcd takes at most 128")
        .matches(e -> e.status().equals(Status.BAD_REQUEST));
    assertThat(etcd.writes()).isEmpty();
  }

  @Test
  void anAbsentClusterEndsTheProcessWithOneLine() {
    etcd.close();

    assertThatExceptionOfType(DBException.class).isThrownBy(() -> reopen("etcd.timeout.ms", "500"));
    assertThat(ends)
        .containsExactly(
            "etcd: no etcd with a leader answered at %s within 500 ms".formatted(etcd.address()));
  }
}
