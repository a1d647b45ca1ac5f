package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.bigchaindb.FakeNode.Fate;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the client makes of answers that are hard to get from a real node. */
class BigchainDbClientTest {
  private static final String TABLE = "usertable";

  private FakeNode node;
  private FakeNode other;
  private BigchainDbClient client;

  @BeforeEach
  void start() throws Exception {
    node = new FakeNode();
    other = new FakeNode();
    client = open(Map.of());
  }

  @AfterEach
  void stop() throws Exception {
    client.cleanup();
    node.close();
    other.close();
  }

  private BigchainDbClient open(Map<String, String> more) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("bigchaindb.endpoints", node.address());
    properties.setProperty("bigchaindb.timeout.ms", "60000");
    properties.putAll(more);
    BigchainDbClient opened = new BigchainDbClient();
    opened.endBy(
        line -> {
          throw new AssertionError(line);
        });
    opened.setProperties(properties);
    opened.init();
    return opened;
  }

  private void reopen(Map<String, String> more) throws Exception {
    client.cleanup();
    client = open(more);
  }

  private Status insert(String key, String field, String value) {
    return client.insert(TABLE, key, StringByteIterator.getByteIteratorMap(Map.of(field, value)));
  }

  private Status update(String key, String field, String value) {
    return client.update(TABLE, key, StringByteIterator.getByteIteratorMap(Map.of(field, value)));
  }

  private Map<String, String> read(String key) {
    Map<String, ByteIterator> found = new HashMap<>();
    assertThat(client.read(TABLE, key, null, found)).isEqualTo(Status.OK);
    return new TreeMap<>(StringByteIterator.getStringMap(found));
  }

  private Status statusOfRead(String key) {
    return client.read(TABLE, key, null, new HashMap<>());
  }

  @Test
  void anUpdateMergesFieldsAndADeletedRecordIsNotFoundUntilItIsInsertedAgain() {
    assertThat(insert("k", "a", "1")).isEqualTo(Status.OK);
    assertThat(update("k", "b", "2")).isEqualTo(Status.OK);
    assertThat(read("k")).isEqualTo(Map.of("a", "1", "b", "2"));

    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.OK);
    assertThat(statusOfRead("k")).isEqualTo(Status.NOT_FOUND);
    assertThat(update("k", "a", "3")).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.NOT_FOUND);

    assertThat(insert("k", "c", "4")).isEqualTo(Status.OK);
    assertThat(read("k")).isEqualTo(Map.of("c", "4"));
    assertThat(update("k", "c", "5")).isEqualTo(Status.OK);
    assertThat(read("k")).isEqualTo(Map.of("c", "5"));
  }

  @Test
  void aRecordInsertedTwiceIsThatOfTheSecondInsert() {
    insert("k", "a", "1");
    update("k", "a", "2");
    insert("k", "a", "3");

    assertThat(read("k")).isEqualTo(Map.of("a", "3"));
  }

  @Test
  void aRecordThatIsBeingChangedIsNotTakenForAbsent() {
    insert("k", "a", "1");
    node.hideUnspentOutputs(2);

    assertThat(read("k")).isEqualTo(Map.of("a", "1"));
    assertThat(statusOfRead("absent")).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void withTheMappingCreateEachWriteIsAnAssetAndTheLastOneCounts() throws Exception {
    reopen(Map.of("bigchaindb.mapping", "create"));
    insert("k", "a", "1");
    update("k", "b", "2");
    assertThat(read("k")).isEqualTo(Map.of("b", "2"));

    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.OK);
    assertThat(statusOfRead("k")).isEqualTo(Status.NOT_FOUND);
    assertThat(node.committedCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED_UNANSWERED", "LOST_UNANSWERED", "TIMED_OUT"})
  void aTransactionWhoseAnswerIsLostIsLookedUpOrSentAgainAndCommittedOnce(Fate fate) {
    insert("k", "a", "1");
    node.next(fate);

    assertThat(update("k", "a", "2")).isEqualTo(Status.OK);

    assertThat(read("k")).isEqualTo(Map.of("a", "2"));
    assertThat(node.committedCount()).isEqualTo(2);
  }

  @Test
  void anOutcomeThatNobodyTellsInTimeIsUnknown() throws Exception {
    reopen(Map.of("bigchaindb.timeout.ms", "5000"));
    Fate[] never = new Fate[1_000];
    Arrays.fill(never, Fate.TIMED_OUT);
    node.next(never);

    assertThat(insert("k", "a", "1")).isEqualTo(Statuses.UNKNOWN);
    assertThat(node.posted().stream().distinct()).hasSize(1);
  }

  @Test
  void anUpdateThatIsOvertakenIsTriedAgainAndAbortedInTheEnd() throws Exception {
    insert("k", "a", "1");
    node.next(Fate.OVERTAKEN, Fate.OVERTAKEN);
    assertThat(update("k", "a", "2")).isEqualTo(Status.OK);

    reopen(Map.of("bigchaindb.retries", "0"));
    node.next(Fate.OVERTAKEN);
    assertThat(update("k", "a", "3")).isEqualTo(Statuses.ABORTED);
    assertThat(read("k")).isEqualTo(Map.of("a", "2"));
  }

  /** Alike they would have one id, and both would be acknowledged where one is committed. */
  @Test
  void writesThatChangeARecordAlikeAreTransactionsOfTheirOwn() throws Exception {
    reopen(Map.of("bigchaindb.retries", "0"));
    insert("k", "a", "1");
    node.next(Fate.OVERTAKEN);
    assertThat(update("k", "a", "2")).isEqualTo(Statuses.ABORTED);
    assertThat(update("k", "a", "2")).isEqualTo(Status.OK);
    node.next(Fate.OVERTAKEN);
    assertThat(client.delete(TABLE, "k")).isEqualTo(Statuses.ABORTED);
    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.OK);

    assertThat(node.posted()).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  @Timeout(30)
  void anInterruptedWriteEndsAtOnceAndIsNotSentOnAndOn() {
    Thread.currentThread().interrupt();

    assertThat(insert("k", "a", "1")).isEqualTo(Status.SERVICE_UNAVAILABLE);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(node.posted()).isEmpty();
  }

  @Test
  @Timeout(30)
  void anAnswerThatNeverEndsIsWaitedForNoLongerThanAnyOther() throws Exception {
    reopen(Map.of("bigchaindb.timeout.ms", "5000"));
    node.next(Fate.COMMITTED_HALF_ANSWERED);

    assertThat(insert("k", "a", "1")).isEqualTo(Statuses.UNKNOWN);
  }

  @Test
  void anAnswerThatCannotBeReadDoesNotSayThatThereIsNoRecord() {
    insert("k", "a", "1");
    node.garbleLookups(1);

    assertThat(statusOfRead("k")).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(read("k")).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void anAcknowledgedCommitThatTheNodeDoesNotHaveIsNoCommit() throws Exception {
    node.next(Fate.ACKNOWLEDGED_BUT_INVALID);
    assertThat(insert("k", "a", "1")).isEqualTo(Statuses.ABORTED);

    reopen(Map.of("bigchaindb.confirm", "false"));
    node.next(Fate.ACKNOWLEDGED_BUT_INVALID);
    assertThat(insert("k", "a", "1")).isEqualTo(Status.OK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "sync"})
  void whatIsOnlyAcceptedIsNotLookedUp(String mode) throws Exception {
    reopen(Map.of("bigchaindb.mode", mode));
    node.next(Fate.ACKNOWLEDGED_BUT_INVALID);

    assertThat(insert("k", "a", "1")).isEqualTo(Status.OK);
  }

  @Test
  void aFullMempoolAndAWrongTransactionAreToldApart() {
    node.next(Fate.MEMPOOL_FULL, Fate.WRONG);

    assertThat(insert("k", "a", "1")).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(insert("k", "a", "1")).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void whereANodeIsGoneTheNextOneIsAsked() throws Exception {
    reopen(Map.of("bigchaindb.endpoints", node.address() + "," + other.address()));
    node.close();

    assertThat(insert("k", "a", "1")).isEqualTo(Status.OK);
    assertThat(read("k")).isEqualTo(Map.of("a", "1"));
    assertThat(other.committedCount()).isEqualTo(1);

    other.close();
    assertThat(insert("k", "a", "1")).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(statusOfRead("k")).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void scansAreNotImplemented() {
    assertThat(client.scan(TABLE, "k", 10, null, new Vector<>())).isEqualTo(Status.NOT_IMPLEMENTED);
  }
}
