package io.hybridycsb.veritas.core.node;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Component;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What nodes do with transactions, with wrong requests, and after a restart. */
class NodeTest extends NodeFixture {
  private static final ByteString NO_KEY = ByteString.copyFromUtf8("a");
  private static final ByteString TOO_LONG =
      ByteString.copyFromUtf8("t\0" + "k".repeat(KeyLimit.BYTES_MAX));

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
