package io.hybridycsb.veritas.core.node;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Component;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogConsensus;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes with all their threads on a log and databases in memory. */
class NodeTest {
  private static final long WAIT_MS = 30_000;
  private static final int HISTORY_BLOCKS = 150;

  /** How many blocks may follow the last transaction's, by far. */
  private static final int MORE_BLOCKS = 10;

  private static final ByteString NO_KEY = ByteString.copyFromUtf8("a");
  private static final ByteString TOO_LONG =
      ByteString.copyFromUtf8("t\0" + "k".repeat(KeyLimit.BYTES_MAX));

  private final InMemorySharedLog log = new InMemorySharedLog();
  private final List<InMemoryLedgerStore> ledgers = new ArrayList<>();
  private final List<InMemoryStateStore> states = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private ClusterConfig cluster;

  /** Whether states that are lost can't be filled again. */
  private volatile boolean stayLost;

  private void start(int count) throws InterruptedException {
    cluster = TestKeys.cluster(ApprovalPolicy.ALL, count, 1);
    for (int i = 0; i < count; i++) {
      ledgers.add(new InMemoryLedgerStore());
      states.add(
          new InMemoryStateStore() {
            @Override
            public void clear() {
              if (stayLost) {
                throw new StoreException("nobody may fill it");
              }
              super.clear();
            }
          });
      nodes.add(node(i, new InMemorySharedLog(log)));
      nodes.get(i).start();
      assertThat(nodes.get(i).awaitCaughtUp(WAIT_MS)).isTrue();
    }
  }

  private Node node(int index, SharedLog itsLog) {
    return new Node(
        new Node.Parts(
            cluster,
            "node" + (index + 1),
            TestKeys.node(index + 1),
            ledgers.get(index),
            states.get(index),
            StateSource.NONE,
            TestContext.withHistory(NodeOptions.DEFAULT, HISTORY_BLOCKS)),
        LogConsensus.over(itsLog, ApprovalRule.NONE));
  }

  private void restart(int index) throws InterruptedException {
    nodes.get(index).close();
    ledgers.set(index, ledgers.get(index).reopened());
    states.set(index, states.get(index).reopened());
    nodes.set(index, node(index, new InMemorySharedLog(log)));
    nodes.get(index).start();
    assertThat(nodes.get(index).awaitCaughtUp(WAIT_MS)).isTrue();
  }

  @AfterEach
  void stop() {
    nodes.forEach(Node::close);
  }

  private Response ask(int node, Request.Builder request) throws InterruptedException {
    TestConnection client = new TestConnection();
    nodes.get(node).handle(client.call(request));
    return client.next();
  }

  private Outcome commit(int node, Transaction transaction) throws InterruptedException {
    return ask(node, TestConnection.commitRequest(transaction)).getCommit().getOutcome();
  }

  private static Transaction put(long timestamp, String key) {
    return at(timestamp).put(key, "v" + timestamp).signedBy(TestKeys.client(1));
  }

  private static ByteString bytes(String key) {
    return ByteString.copyFrom(key(key).bytes());
  }

  private static Request.Builder get(String key) {
    return Request.newBuilder().setGet(GetRequest.newBuilder().addKeys(bytes(key)));
  }

  private long version(int node, String key) throws InterruptedException {
    ByteString value = ask(node, get(key)).getGet().getValues(0);
    return value.isEmpty() ? 0 : StateValue.version(value.toByteArray());
  }

  @Test
  void aCommitOnOneNodeIsReadOnAllOthersAtOnce() throws InterruptedException {
    start(3);
    for (int i = 1; i <= 20; i++) {
      assertThat(commit(i % 3, put(i, "a"))).isEqualTo(Outcome.COMMITTED);
      for (int node = 0; node < 3; node++) {
        assertThat(version(node, "a")).isEqualTo(i);
      }
    }
  }

  @Test
  void aStateThatIsLostWhileNobodyReadsOrWritesIsRebuilt() throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    Map<String, String> state = TestLedger.content(states.get(0));
    states.get(0).lose();
    await()
        .ignoreExceptionsInstanceOf(StateLostException.class)
        .until(() -> TestLedger.content(states.get(0)), state::equals);
  }

  @Test
  void theNodeThatWasAskedTimesAllComponentsOfAnOperation() throws InterruptedException {
    start(2);
    assertThat(commit(0, put(1, "a"))).isEqualTo(Outcome.COMMITTED);
    assertThat(version(0, "a")).isEqualTo(1);

    // An answer can arrive before it is counted.
    ComponentTimes asked = nodes.get(0).times().components();
    await().until(() -> asked.count(Operation.COMMIT) == 1 && asked.count(Operation.READ) == 1);
    for (Component component : Component.values()) {
      assertThat(asked.seconds(Operation.COMMIT, component)).as("%s", component).isPositive();
    }
    assertThat(asked.seconds(Operation.READ, Component.DATABASE)).isPositive();
    ComponentTimes other = nodes.get(1).times().components();
    assertThat(other.count(Operation.COMMIT) + other.count(Operation.READ)).isZero();
  }

  @Test
  void aTransactionSentToAllNodesCommitsOnce() throws InterruptedException {
    start(2);
    Transaction once = at(5).read("a", 0).put("a", "x").signedBy(TestKeys.client(1));
    assertThat(commit(0, once)).isEqualTo(Outcome.COMMITTED);
    assertThat(commit(1, once)).isEqualTo(Outcome.COMMITTED);
    Request.Builder query =
        Request.newBuilder()
            .setQuery(
                QueryRequest.newBuilder()
                    .setTransactionId(
                        ByteString.copyFrom(
                            TransactionId.of(5, TestKeys.client(1).publicKey()).encode())));
    assertThat(ask(0, query).getQuery().getHeight()).isEqualTo(1);
  }

  @Test
  void anotherTransactionUnderAUsedIdIsNeverToldTheFirstOnesOutcome() throws InterruptedException {
    start(2);
    Transaction first = put(1, "a");
    Transaction other = put(1, "b");
    assertThat(commit(0, first)).isEqualTo(Outcome.COMMITTED);
    assertThat(commit(1, first)).isEqualTo(Outcome.COMMITTED);
    for (int node = 0; node < 2; node++) {
      assertThat(commit(node, other)).isEqualTo(Outcome.ID_IN_USE);
      assertThat(version(node, "b")).isZero();
    }
    assertThat(query(0, ByteString.EMPTY)).isEqualTo(Outcome.COMMITTED);
    assertThat(query(0, leafHash(first))).isEqualTo(Outcome.COMMITTED);
    assertThat(query(0, leafHash(other))).isEqualTo(Outcome.ID_IN_USE);
  }

  private static ByteString leafHash(Transaction transaction) {
    return ByteString.copyFrom(MerkleTree.leaf(transaction.getBody().toByteArray()));
  }

  /** The outcome of transaction 1 of client 1. */
  private Outcome query(int node, ByteString bodyHash) throws InterruptedException {
    byte[] id = TransactionId.of(1, TestKeys.client(1).publicKey()).encode();
    QueryRequest.Builder query =
        QueryRequest.newBuilder().setTransactionId(ByteString.copyFrom(id)).setBodyHash(bodyHash);
    return ask(node, Request.newBuilder().setQuery(query)).getQuery().getOutcome();
  }

  @Test
  void aNodeThatComesBackKnowsEverythingAndGoesOn() throws InterruptedException {
    start(3);
    for (int i = 1; i <= 5; i++) {
      commit(0, put(i, "k" + i));
    }
    restart(1);
    states.get(2).lose();
    for (int i = 1; i <= 5; i++) {
      assertThat(version(1, "k" + i)).isEqualTo(i);
    }
    assertThat(commit(1, put(9, "k1"))).isEqualTo(Outcome.COMMITTED);
    assertThat(version(0, "k1")).isEqualTo(9);
    // Until its database is filled again, it answers without a value.
    await()
        .ignoreExceptionsInstanceOf(IndexOutOfBoundsException.class)
        .until(() -> version(2, "k1") == 9);
  }

  @Test
  void scansAndReadOnlyTransactionsSeeOneState() throws InterruptedException {
    start(2);
    commit(0, put(1, "a"));
    commit(0, put(2, "b"));
    ScanRequest.Builder scan =
        ScanRequest.newBuilder()
            .setFrom(ByteString.copyFrom(StateKey.of("t", "")))
            .setTo(ByteString.copyFrom(StateKey.endOf("t")))
            .setLimit(10)
            .setMinHeight(2);
    ScanReply page = ask(1, Request.newBuilder().setScan(scan)).getScan();
    assertThat(page.getKeysList()).containsExactly(bytes("a"), bytes("b"));
    assertThat(page.getHeight()).isEqualTo(2);
    assertThat(page.getNewestHeight()).isEqualTo(2);
    CheckReadsRequest.Builder check =
        CheckReadsRequest.newBuilder()
            .addReads(ReadVersion.newBuilder().setKey(bytes("a")).setVersion(1))
            .addReads(ReadVersion.newBuilder().setKey(bytes("b")).setVersion(2));
    assertThat(ask(1, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isTrue();
    commit(0, put(3, "b"));
    assertThat(ask(1, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isFalse();
  }

  @Test
  void readsFailWhileTheDatabaseIsLostAndEachIsAnsweredOnce() throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    stayLost = true;
    states.get(0).lose();
    assertThat(ask(0, get("a")).getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
    stayLost = false;
    assertThat(commit(0, put(2, "b"))).isEqualTo(Outcome.COMMITTED);
    assertThat(version(0, "a")).isEqualTo(1);
  }

  @Test
  void everythingDecidedCanSoonBeVerified() throws InterruptedException {
    start(3);
    commit(0, put(1, "a"));
    Request.Builder verify =
        Request.newBuilder().setVerify(VerifyRequest.newBuilder().setKey(bytes("a")));
    Response answer = ask(2, verify);
    assertThat(answer.getVerify().getVotesCount()).isEqualTo(3);
    assertThat(StateValue.version(answer.getVerify().getValue().toByteArray())).isEqualTo(1);
  }

  @Test
  void eachStateOfThePastCanBeVerifiedAlsoAfterARestart() throws InterruptedException {
    start(3);
    // Each value's height: a busy log may make a block more than there are transactions.
    List<Long> heights = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      heights.add(ask(i % 3, TestConnection.commitRequest(put(i, "a"))).getCommit().getHeight());
    }
    long newest = heights.get(199);
    // node2 may learn of the newest block after the node that was asked for the commit.
    await().until(() -> ask(1, getAt("a", newest)).hasVerify());
    long kept = newest - HISTORY_BLOCKS + MORE_BLOCKS;
    for (int life = 0; life < 2; life++) {
      for (int i = 200; i >= 1 && heights.get(i - 1) >= kept; i -= 10) {
        long height = heights.get(i - 1);
        Response response = ask(1, getAt("a", height));
        assertThat(response.getFailure().getMessage()).isEmpty();
        VerifyReply reply = response.getVerify();
        assertThat(StateValue.version(reply.getValue().toByteArray())).isEqualTo(i);
        assertThat(reply.getVotesCount()).isEqualTo(3);
        assertThat(LedgerBlocks.header(reply.getHeaders(0).toByteArray()).getHeight())
            .isEqualTo(height);
        assertThat(ask(1, getAt("nobody", height)).getVerify().getValue()).isEmpty();
      }
      // Again if a block has come in between.
      await().untilAsserted(this::node2KeepsExactlyItsHistory);
      restart(1);
    }
  }

  private void node2KeepsExactlyItsHistory() throws InterruptedException {
    Response status = ask(1, Request.newBuilder().setStatus(StatusRequest.getDefaultInstance()));
    long first = status.getStatus().getDecidedHeight() - HISTORY_BLOCKS;
    assertThat(ask(1, getAt("a", first - 1)).getFailure().getMessage())
        .endsWith("from height " + first + " on");
    assertThat(ask(1, getAt("a", first)).hasVerify()).isTrue();
  }

  private static Request.Builder getAt(String key, long height) {
    return Request.newBuilder()
        .setVerify(VerifyRequest.newBuilder().setKey(bytes(key)).setAtHeight(height));
  }

  @Test
  void wrongRequestsAreRefusedWithWhatWasExpected() throws InterruptedException {
    start(1);
    List<Request.Builder> wrong =
        List.of(
            Request.newBuilder(),
            Request.newBuilder().setGet(GetRequest.getDefaultInstance()),
            Request.newBuilder().setGet(GetRequest.newBuilder().addKeys(NO_KEY)),
            Request.newBuilder().setGet(GetRequest.newBuilder().addKeys(TOO_LONG)),
            Request.newBuilder().setCheckReads(CheckReadsRequest.getDefaultInstance()),
            Request.newBuilder().setCheckReads(checkReads(TOO_LONG, 1)),
            Request.newBuilder()
                .setCheckReads(
                    checkReads(bytes("a"), NodeOptions.DEFAULT.limits().operationsMax() + 1)),
            Request.newBuilder().setScan(ScanRequest.getDefaultInstance()),
            Request.newBuilder().setVerify(VerifyRequest.getDefaultInstance()),
            Request.newBuilder().setVerify(VerifyRequest.newBuilder().setAtHeight(1)),
            Request.newBuilder()
                .setVerify(
                    VerifyRequest.newBuilder()
                        .addSeen(SeenRead.newBuilder().setKey(bytes("a")))
                        .setAtHeight(1)),
            Request.newBuilder().setQuery(QueryRequest.getDefaultInstance()));
    for (Request.Builder request : wrong) {
      assertThat(ask(0, request).getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
      assertThat(ask(0, request).getFailure().getMessage()).isNotBlank();
    }
  }

  private static CheckReadsRequest checkReads(ByteString key, int count) {
    ReadVersion read = ReadVersion.newBuilder().setKey(key).build();
    return CheckReadsRequest.newBuilder().addAllReads(Collections.nCopies(count, read)).build();
  }

  @Test
  void readsThatWereNotCheckedInTimeFail() throws InterruptedException {
    start(1);
    TestConnection client = new TestConnection();
    Request.Builder check = Request.newBuilder().setCheckReads(checkReads(bytes("a"), 1));
    nodes.get(0).handle(client.call(check, System.nanoTime()));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(ask(0, check).getCheckReads().getCurrent()).isTrue();
  }

  @Test
  void aReadThatComesTooLateIsAnsweredToo() throws InterruptedException {
    start(1);
    TestConnection client = new TestConnection();
    nodes.get(0).handle(client.call(get("a"), System.nanoTime()));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
  }

  @Test
  void aGetOfManyKeysIsAnsweredInTheirOrderUnlessTheAnswerWouldBeTooLong()
      throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    commit(0, put(2, "b"));
    GetRequest.Builder many = GetRequest.newBuilder();
    for (int i = 0; i < 500; i++) {
      many.addKeys(bytes("a")).addKeys(bytes("b"));
    }
    List<ByteString> values = ask(0, Request.newBuilder().setGet(many)).getGet().getValuesList();
    assertThat(values).hasSize(1_000);
    for (int i = 0; i < values.size(); i++) {
      assertThat(StateValue.version(values.get(i).toByteArray())).isEqualTo(1 + i % 2);
    }
    commit(0, at(3).put("c", "v".repeat(1_000_000)).signedBy(TestKeys.client(1)));
    GetRequest.Builder tooLong =
        GetRequest.newBuilder().addAllKeys(Collections.nCopies(40, bytes("c")));
    Response refused = ask(0, Request.newBuilder().setGet(tooLong));
    assertThat(refused.getFailure().getMessage()).contains("an answer has at most");
  }

  @Test
  void readsFetchEachKeyOnceAndNoMoreAtATimeThanFitIntoMemory() throws InterruptedException {
    start(1);
    List<Integer> fetches = new CopyOnWriteArrayList<>();
    nodes.get(0).close();
    states.set(
        0,
        new InMemoryStateStore() {
          @Override
          public List<byte[]> getAll(List<byte[]> keys) {
            fetches.add(keys.size());
            return Collections.nCopies(keys.size(), StateValue.put(1, new byte[1 << 20]));
          }
        });
    nodes.set(0, node(0, new InMemorySharedLog(log)));
    nodes.get(0).start();
    assertThat(nodes.get(0).awaitCaughtUp(WAIT_MS)).isTrue();
    fetches.clear();

    GetRequest.Builder repeated =
        GetRequest.newBuilder().addAllKeys(Collections.nCopies(1_000, bytes("a")));
    Response refused = ask(0, Request.newBuilder().setGet(repeated));
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(refused.getFailure().getMessage()).contains("an answer has at most");
    assertThat(fetches).containsExactly(1);

    fetches.clear();
    GetRequest.Builder many = GetRequest.newBuilder();
    for (int i = 0; i < 1_000; i++) {
      many.addKeys(bytes("k" + i));
    }
    refused = ask(0, Request.newBuilder().setGet(many));
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(fetches).allMatch(keys -> keys <= 32);
    assertThat(fetches.stream().mapToInt(keys -> keys).sum())
        .as("it stops at the bound of an answer")
        .isLessThan(100);

    fetches.clear();
    CheckReadsRequest.Builder check = CheckReadsRequest.newBuilder();
    for (int i = 0; i < 100; i++) {
      check.addReads(ReadVersion.newBuilder().setKey(bytes("k" + i)).setVersion(1));
    }
    assertThat(ask(0, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isTrue();
    assertThat(fetches).allMatch(keys -> keys <= 32);
  }

  @Test
  void anotherLogIsNotTakenForTheNodesOwn() throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    nodes.get(0).close();
    assertThatThrownBy(() -> node(0, new InMemorySharedLog()))
        .isInstanceOf(LogException.class)
        .hasMessageContaining("is it the same log?");
  }

  @Test
  void aNodeThatCannotGoOnSaysSo() throws InterruptedException {
    start(1);
    ledgers.get(0).close();
    TestConnection client = new TestConnection();
    nodes.get(0).handle(client.commit(put(1, "a")));
    await().until(() -> nodes.get(0).stopped().isCompletedExceptionally());
    Response status = ask(0, Request.newBuilder().setStatus(StatusRequest.getDefaultInstance()));
    assertThat(status.getStatus().getNode()).isEqualTo("node1");
  }
}
