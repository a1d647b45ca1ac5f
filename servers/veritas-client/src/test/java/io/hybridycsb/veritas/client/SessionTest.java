package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.BatchVerifier;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.Fields;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.VerifyRequest;
import io.hybridycsb.veritas.proto.Write;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against fake nodes: what it sends where, and what it makes of the answers. */
class SessionTest {
  private static final int PLENTY_MS = 60_000;
  private static final int LITTLE_MS = 3_000;
  private static final byte[] VALUE =
      StateValue.put(7, Fields.encode(Map.of("a", bytes("1"), "b", bytes("2"))));

  @TempDir private Path dir;

  @AutoClose
  private final FakeCluster cluster =
      new FakeCluster(
          FakeNode.serving("node1", VALUE, Outcome.COMMITTED),
          FakeNode.serving("node2", VALUE, Outcome.COMMITTED));

  private final FakeNode node1 = cluster.node(1);
  private final FakeNode node2 = cluster.node(2);

  @Test
  void sessionsAreSpreadOverTheNodesAndKeepToTheirs() {
    VeritasClient client = client(PLENTY_MS);
    Session first = client.session();
    Session second = client.session();
    for (int i = 0; i < 5; i++) {
      assertThat(first.status().getNode()).isEqualTo("node1");
      assertThat(second.status().getNode()).isEqualTo("node2");
    }
    assertThat(client.session(1).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aReadOfThePastNamesItsHeightAndIsRefusedAsTheNodeSays() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "history is off on node1"));
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "history is off on node2"));
    Session session = client(PLENTY_MS).session(0);
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> session.verifyAt("t", "k", 7))
        .withMessage("history is off on node1");
    VerifyRequest asked = node1.requests().get(node1.requests().size() - 1).getVerify();
    assertThat(asked.getKey().toByteArray()).isEqualTo(StateKey.of("t", "k"));
    assertThat(asked.getAtHeight()).isEqualTo(7);
    assertThat(asked.getMinHeight()).isZero();
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> session.verifyAt("t", "k", 0))
        .withMessage("a height is 1 or greater, not 0");
  }

  @Test
  void aHeightThatTheClientHasSeenIsWaitedFor() {
    VeritasClient client = client(PLENTY_MS);
    Session session = client.session(0);
    client.seen().proved(7);
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    for (long height : new long[] {7, 8}) {
      assertThatExceptionOfType(VeritasException.Invalid.class)
          .isThrownBy(() -> session.verifyAt("t", "k", height));
    }
    assertThat(node1.requests().stream().map(each -> each.getVerify().getMinHeight()))
        .containsExactly(7L, 0L);
  }

  @Test
  void aNodeThatIsGoneIsReplacedByTheNext() {
    Session session = client(PLENTY_MS).session(0);
    assertThat(session.status().getNode()).isEqualTo("node1");
    node1.close();
    assertThat(session.status().getNode()).isEqualTo("node2");
    assertThat(session.get("t", "k").orElseThrow().version()).isEqualTo(7);
  }

  @Test
  void aNodeThatWasNeverThereIsPassedOver() {
    node1.close();
    assertThat(client(PLENTY_MS).session(0).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aNodeThatDoesNotServeYetIsPassedOver() {
    node1.behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "catching up"));
    assertThat(client(PLENTY_MS).session(0).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aConnectionThatBreaksInMidCallLosesNothing() {
    node1.behave(FakeNode.cutting());
    Session session = client(PLENTY_MS).session(0);
    assertThat(session.get("t", "k").orElseThrow().fields().get("b")).isEqualTo(bytes("2"));
    assertThat(node1.requests()).hasSize(1);
  }

  @Test
  void aConnectionThatBrokeIsOpenedAgain() {
    VeritasClient client = client(PLENTY_MS);
    node1.behave(FakeNode.cutting());
    client.session(0).status();
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.COMMITTED));
    assertThat(client.session(0).status().getNode()).isEqualTo("node1");
  }

  @Test
  void aNodeThatComesBackIsUsedAgain() {
    VeritasClient client = client(PLENTY_MS);
    assertThat(client.session(0).status().getNode()).isEqualTo("node1");
    int port = node1.port();
    node1.close();
    assertThat(client.session(0).status().getNode()).isEqualTo("node2");
    node2.close();
    cluster.opened(FakeNode.start(port, FakeNode.serving("again", VALUE, Outcome.COMMITTED)));
    assertThat(client.session(0).status().getNode()).isEqualTo("again");
  }

  /** What a node says may be anything, but must not end the thread that asked. */
  @Test
  void anAnswerThatMakesNoSenseIsAnError() {
    List<Consumer<Response.Builder>> senseless =
        List.of(
            response -> response.getGetBuilder(),
            response -> response.getGetBuilder().addValues(ByteString.copyFromUtf8("x")),
            response -> response.getCommitBuilder(),
            response -> response.getScanBuilder().setMore(true),
            response -> response.getScanBuilder().addKeys(ByteString.copyFromUtf8("k")),
            response ->
                response
                    .getScanBuilder()
                    .addKeys(ByteString.copyFromUtf8("k"))
                    .addValues(ByteString.EMPTY));
    Session session = client(PLENTY_MS).session(0);
    for (Consumer<Response.Builder> answer : senseless) {
      node1.behave(
          (request, answers) -> {
            Response.Builder response = Response.newBuilder().setId(request.getId());
            answer.accept(response);
            answers.send(response);
          });
      boolean isScan = senseless.indexOf(answer) > 2;
      assertThatExceptionOfType(VeritasException.class)
          .isThrownBy(() -> readOrScan(session, isScan))
          .withMessageContaining(node1.address() + " answers what makes no sense to a ");
    }
  }

  private static void readOrScan(Session session, boolean scan) {
    if (scan) {
      session.scan("t", "k", 10);
    } else {
      session.get("t", "k");
    }
  }

  @Test
  void aWrongRequestIsNotTriedElsewhere() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "a scan has at most 10000 records"));
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> client(PLENTY_MS).session(0).scan("t", "k", 10_001))
        .withMessage("a scan has at most 10000 records");
    assertThat(node2.requests()).isEmpty();
  }

  @Test
  void aReadThatOneNodeDidNotAnswerIsWrongIfAnotherSaysSo() {
    node1.behave(FakeNode.cutting());
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "a scan has at most 10000 records"));
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> client(PLENTY_MS).session(0).scan("t", "k", 10_001))
        .withMessage("a scan has at most 10000 records");
  }

  @Test
  void withoutAnyNodeACallEndsAtItsDeadlineAndSaysWhy() {
    node1.close();
    node2.close();
    Session session = client(LITTLE_MS).session(0);
    // The first may end before a connection was refused.
    patiently()
        .until(
            () ->
                catchThrowableOfType(VeritasException.Unavailable.class, session::status)
                    .getMessage(),
            message ->
                message.contains("no connection to 127.0.0.1:")
                    && message.contains("Connection refused"));
  }

  @Test
  void aSilentNodeDoesNotHoldACallBeyondItsDeadlineNorTheSessionAfterIt() {
    VeritasClient client = connectedClient(LITTLE_MS);
    node1.behave(FakeNode.silent());
    Session session = client.session(0);
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(session::status)
        .withMessage("no answer from " + node1.address() + " within " + LITTLE_MS + " ms");
    assertThat(node1.requests())
        .allSatisfy(request -> assertThat(request.getTimeoutMs()).isBetween(1, LITTLE_MS));
    patiently()
        .ignoreExceptionsInstanceOf(VeritasException.Unavailable.class)
        .until(() -> session.status().getNode().equals("node2"));
  }

  @Test
  void answersAreMatchedToTheirCallsInWhateverOrderTheyCome() throws Exception {
    int calls = 50;
    CountDownLatch allThere = new CountDownLatch(calls);
    List<Runnable> held = new ArrayList<>();
    node1.behave(
        (request, answers) -> {
          byte[] asked = request.getGet().getKeys(0).toByteArray();
          byte[] value = StateValue.put(1, Fields.encode(Map.of("asked", asked)));
          held.add(() -> FakeNode.serving("", value, Outcome.COMMITTED).on(request, answers));
          allThere.countDown();
        });
    VeritasClient client = client(PLENTY_MS);
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      List<Future<VeritasRecord>> replies =
          IntStream.range(0, calls)
              .mapToObj(
                  i -> threads.submit(() -> client.session(0).get("t", "k" + i).orElseThrow()))
              .toList();
      assertThat(allThere.await(PLENTY_MS, TimeUnit.MILLISECONDS)).isTrue();
      for (int i = held.size() - 1; i >= 0; i--) {
        held.get(i).run();
      }
      for (int i = 0; i < calls; i++) {
        byte[] asked = replies.get(i).get(PLENTY_MS, TimeUnit.MILLISECONDS).fields().get("asked");
        assertThat(StateKey.keyOf(asked)).isEqualTo("k" + i);
      }
    } finally {
      threads.shutdownNow();
    }
  }

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
  void aNodeThatIsAwayIsTriedAgainEverySecond() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread counter =
          new Thread(
              () -> {
                try {
                  while (true) {
                    refusing.accept().close();
                    attempts.incrementAndGet();
                  }
                } catch (IOException e) {
                  // The socket is closed: the test is over.
                }
              });
      counter.start();
      ClusterConfig config = cluster.config("127.0.0.1:1");
      Member away = config.nodes().get(0);
      String address = "127.0.0.1:" + refusing.getLocalPort();
      List<Member> members =
          List.of(new Member(away.name(), address, away.publicKey()), config.nodes().get(1));
      VeritasClient client =
          cluster.connected(
              config.withNodes(members), ClientOptions.DEFAULT.withTimeoutMs(PLENTY_MS));
      // The channel's own pauses would make the tenth attempt after 113 seconds, give or take 20 %.
      await()
          .atMost(75, TimeUnit.SECONDS)
          .until(() -> client.session(0).status() != null && attempts.get() >= 10);
    }
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
    Txn txn = session.beginReadOnly();
    txn.get("t", "k");
    assertThat(txn.commit().isCommitted()).isTrue();
    Request last = node1.requests().get(1);
    assertThat(last.getCheckReads().getReadsList()).containsExactly(read("k", 7));
    assertThat(session.beginReadOnly().commit().isCommitted()).isTrue();
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

  @Test
  void withoutATimestampOracleBeginSaysSo() {
    VeritasClient client = client("127.0.0.1:1", LITTLE_MS);
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> client.session(0).begin())
        .withMessageStartingWith("no timestamp from 127.0.0.1:1");
  }

  @Test
  void aClientThatTheClusterDoesNotKnowIsToldAtOnce() {
    ClusterConfig config = cluster.config("127.0.0.1:1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VeritasClient.connect(config, Ed25519.generate(), ClientOptions.DEFAULT))
        .withMessage("the client's key is not among the clients of cluster test");
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

  private VeritasClient client(int timeoutMs) {
    return client(cluster.startOracle(dir), timeoutMs);
  }

  private static ConditionFactory patiently() {
    return await().atMost(PLENTY_MS, TimeUnit.MILLISECONDS);
  }

  /** A client whose connections are up, so that little time is enough for what is tested. */
  private VeritasClient connectedClient(int timeoutMs) {
    VeritasClient client = client(timeoutMs);
    patiently()
        .ignoreExceptions()
        .until(() -> client.session(0).status().getNode().equals("node1"));
    patiently()
        .ignoreExceptions()
        .until(() -> client.session(1).status().getNode().equals("node2"));
    return client;
  }

  private VeritasClient client(String oracle, int timeoutMs) {
    return cluster.client(oracle, ClientOptions.DEFAULT.withTimeoutMs(timeoutMs));
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

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
