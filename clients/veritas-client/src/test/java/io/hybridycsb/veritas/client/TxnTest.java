package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.signing.BatchVerifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Transactions against fake nodes: what is sent where, and what the answers mean. */
class TxnTest extends AmongTwoNodes {
  @Test
  void aCommitWhoseNodeFailsIsSentToTheNextAsTheSameTransaction() {
    node1.behave(FakeNode.cutting());
    Txn txn = client(PLENTY_MS).session(0).begin().put("t", "k", Map.of("a", bytes("1")));
    CommitResult result = txn.commit();
    assertThat(result.isCommitted()).isTrue();
    assertThat(result.height()).isEqualTo(3);
    assertThat(result.id()).isEqualTo(txn.id());
    assertThat(transactions(node2)).isEqualTo(transactions(node1)).hasSize(1);
  }

  @Test
  void aCommitThatOneNodeMayHaveTakenIsNotAFailureBecauseAnotherRefusesIt() {
    node1.behave(FakeNode.cutting());
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "too large for this node"));
    CommitResult result = put(client(PLENTY_MS).session(0)).commit();
    assertThat(result.status()).isEqualTo(CommitResult.Status.UNKNOWN);
    assertThat(result.detail()).contains("too large for this node", "may have taken it");
  }

  @Test
  void aCommitThatTimesOutOnItsNodeIsAskedForElsewhere() {
    node1.behave(FakeNode.failing(Failure.Code.TIMEOUT, "not decided in time"));
    CommitResult result = put(client(PLENTY_MS).session(0)).commit();
    assertThat(result.isCommitted()).isTrue();
    assertThat(transactions(node2)).isEqualTo(transactions(node1)).hasSize(1);
  }

  @Test
  void aNodeThatHoldsAsMuchAsItMayIsPassedOver() {
    node1.behave(FakeNode.failing(Failure.Code.BUSY, "as much waits here as may"));
    CommitResult result = put(client(PLENTY_MS).session(0)).commit();
    assertThat(result.isCommitted()).isTrue();
    assertThat(transactions(node2)).isEqualTo(transactions(node1)).hasSize(1);
  }

  @Test
  void aCommitWithoutAnAnswerIsUnknownNeverFailed() {
    VeritasClient client = client(PLENTY_MS);
    Session session = client.session(0);
    session.status();
    node1.behave(FakeNode.silent());
    Txn txn = hastyPut(client, session);
    CommitResult result = txn.commit();
    assertThat(result.status()).isEqualTo(CommitResult.Status.UNKNOWN);
    assertThat(result.outcome()).isEmpty();
    assertThat(result.detail()).isEqualTo("no answer in time");
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.COMMITTED));
    assertThat(session.query(txn).isCommitted()).isTrue();
  }

  @Test
  void aCommitThatEveryNodeFailsIsUnknownAndSaysWhy() {
    VeritasClient client = client(PLENTY_MS);
    node1.behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "no broker"));
    node2.behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "no broker"));
    // The first may end before a node has answered.
    patiently()
        .until(
            () -> {
              CommitResult result = hastyPut(client, client.session(0)).commit();
              assertThat(result.status()).isEqualTo(CommitResult.Status.UNKNOWN);
              return result.detail();
            },
            detail -> detail.endsWith(": no broker"));
  }

  @Test
  void aCommitUnderTheIdOfAnotherTransactionFailsForCertainAndSaysWhy() {
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.ID_IN_USE));
    Session session = client(PLENTY_MS).session(0);
    Txn txn = put(session);
    assertThatExceptionOfType(VeritasException.IdInUse.class)
        .isThrownBy(txn::commit)
        .withMessageContaining(txn.id().toString())
        .withMessageContaining("start.above");
    assertThatExceptionOfType(VeritasException.IdInUse.class).isThrownBy(() -> session.query(txn));
  }

  @Test
  void whoeverAsksForItsTransactionsOutcomeNamesItsBody() {
    Session session = client(PLENTY_MS).session(0);
    Txn txn = put(session);
    assertThatIllegalStateException().isThrownBy(() -> session.query(txn));
    txn.commit();
    assertThat(session.query(txn).isCommitted()).isTrue();
    ByteString body = transactions(node1).iterator().next().getBody();
    assertThat(node1.requests())
        .last()
        .satisfies(
            request ->
                assertThat(request.getQuery().getBodyHash().toByteArray())
                    .isEqualTo(MerkleTree.leaf(body.toByteArray())));
  }

  @Test
  void anAbortTellsItsOutcome() {
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.WRITE_CONFLICT));
    CommitResult result = put(client(PLENTY_MS).session(0)).commit();
    assertThat(result.status()).isEqualTo(CommitResult.Status.ABORTED);
    assertThat(result.outcome()).contains(Outcome.WRITE_CONFLICT);
  }

  @Test
  void aRefusedTransactionIsInvalidAndNotTriedElsewhere() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "a record has at most 262144 bytes"));
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> put(client(PLENTY_MS).session(0)).commit())
        .withMessage("a record has at most 262144 bytes");
    assertThat(node2.requests()).isEmpty();
  }

  @Test
  void anAsynchronousCommitIsAcceptedNotCommitted() {
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.OUTCOME_UNSPECIFIED));
    CommitResult result = put(client(PLENTY_MS).session(0)).commitAsync();
    assertThat(result.status()).isEqualTo(CommitResult.Status.ACCEPTED);
    assertThat(result.isCommitted()).isFalse();
    assertThat(node1.requests().get(0).getCommit().getAsync()).isTrue();
  }

  @Test
  void aTransactionSeesItsOwnWritesAndRemembersWhatItRead() throws Exception {
    Txn txn = client(PLENTY_MS).session(0).begin();
    txn.merge("t", "k", Map.of("b", bytes("3"), "c", bytes("4")));
    Map<String, byte[]> seen = txn.get("t", "k").orElseThrow().fields();
    assertThat(seen.get("a")).isEqualTo(bytes("1"));
    assertThat(seen.get("b")).isEqualTo(bytes("3"));
    assertThat(seen.get("c")).isEqualTo(bytes("4"));
    txn.put("t", "p", Map.of("x", bytes("0"))).merge("t", "p", Map.of("y", bytes("5")));
    assertThat(txn.get("t", "p").orElseThrow().fields()).containsOnlyKeys("x", "y");
    txn.delete("t", "d");
    assertThat(txn.get("t", "d")).isEmpty();
    txn.commit();

    TransactionBody body = TransactionBody.parseFrom(transactions(node1).get(0).getBody());
    assertThat(body.getClient().toByteArray()).isEqualTo(cluster.clientKey());
    assertThat(body.getTimestamp()).isEqualTo(txn.id().timestamp());
    assertThat(body.getReadsList()).containsExactly(read("k", 7));
    assertThat(body.getWritesList())
        .containsExactly(
            write("k", Write.Kind.MERGE, Map.of("b", bytes("3"), "c", bytes("4"))),
            write("p", Write.Kind.PUT, Map.of("x", bytes("0"), "y", bytes("5"))),
            write("d", Write.Kind.DELETE, Map.of()));
  }

  @Test
  void anAbsentRecordIsReadAsVersionZero() throws Exception {
    node1.behave(FakeNode.serving("node1", new byte[0], Outcome.COMMITTED));
    Txn txn = client(PLENTY_MS).session(0).begin();
    assertThat(txn.get("t", "k")).isEmpty();
    txn.put("t", "k", Map.of()).commit();
    TransactionBody body = TransactionBody.parseFrom(transactions(node1).get(0).getBody());
    assertThat(body.getReadsList()).containsExactly(read("k", 0));
  }

  @Test
  void aReadOnlyTransactionIsCheckedAndLeavesNothingInTheLog() {
    Session session = client(PLENTY_MS).session(0);
    Txn txn = session.begin();
    txn.get("t", "k");
    assertThat(txn.commit().isCommitted()).isTrue();
    Request last = node1.requests().get(1);
    assertThat(last.getCheckReads().getReadsList()).containsExactly(read("k", 7));
    assertThat(session.begin().commit().isCommitted()).isTrue();
  }

  @Test
  void aTransactionIsCommittedOnce() {
    Txn txn = put(client(PLENTY_MS).session(0));
    txn.commit();
    assertThatIllegalStateException().isThrownBy(txn::commit);
    assertThatIllegalStateException().isThrownBy(txn::commitAsync);
  }

  @Test
  void everyTransactionOfManyThreadsIsSignedSoThatItStandsAlone() throws Exception {
    int threads = 32;
    int commits = 20;
    VeritasClient client = client(PLENTY_MS);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Session session = client.session();
        running.add(
            executor.submit(
                () ->
                    IntStream.range(0, commits)
                        .forEach(n -> assertThat(put(session).commit().isCommitted()).isTrue())));
      }
      for (Future<?> thread : running) {
        thread.get(60, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    Set<ByteString> bodies = new HashSet<>();
    for (FakeNode node : List.of(node1, node2)) {
      for (Transaction transaction : transactions(node)) {
        byte[] leaf = MerkleTree.leaf(transaction.getBody().toByteArray());
        assertThat(
                new BatchVerifier(FakeCluster.NAME)
                    .verify(transaction, leaf, ByteString.copyFrom(cluster.clientKey())))
            .isTrue();
        bodies.add(transaction.getBody());
      }
    }
    assertThat(bodies).hasSize(threads * commits);
  }

  private static Txn put(Session session) {
    return session.begin().put("t", "k", Map.of("a", bytes("1")));
  }

  /** Its number may take its time; its commit may not. */
  private static Txn hastyPut(VeritasClient client, Session session) {
    long hasteNanos = TimeUnit.MILLISECONDS.toNanos(LITTLE_MS);
    long number = client.nextTimestamp(client.deadline());
    return new Txn(session, number, () -> System.nanoTime() + hasteNanos)
        .put("t", "k", Map.of("a", bytes("1")));
  }

  private static List<Transaction> transactions(FakeNode node) {
    return node.requests().stream()
        .filter(Request::hasCommit)
        .map(request -> request.getCommit().getTransaction())
        .toList();
  }

  private static ReadVersion read(String key, long version) {
    return ReadVersion.newBuilder()
        .setKey(ByteString.copyFrom(StateKey.of("t", key)))
        .setVersion(version)
        .build();
  }

  private static Write write(String key, Write.Kind kind, Map<String, byte[]> fields) {
    return Write.newBuilder()
        .setKey(ByteString.copyFrom(StateKey.of("t", key)))
        .setKind(kind)
        .setFields(ByteString.copyFrom(Fields.encode(fields)))
        .build();
  }
}
