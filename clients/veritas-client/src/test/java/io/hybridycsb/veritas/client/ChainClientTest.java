package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The client of a cluster over CometBFT, against fake nodes. */
class ChainClientTest {
  /** So much that no node is passed over because the machine is busy. */
  private static final int PATIENT_MS = 120_000;

  /** A part of it passes before another node is asked. */
  private static final int IMPATIENT_MS = 4_000;

  private static final byte[] VALUE = StateValue.put(7, Fields.encode(Map.of("a", new byte[] {1})));

  @AutoClose private final FakeCluster cluster = new FakeCluster(at(5), at(5), at(5), at(5));
  private final FakeNode node1 = cluster.node(1);
  private final FakeNode node2 = cluster.node(2);

  @Test
  void transactionsAreNumberedWithoutAnOracle() {
    Session session = client(ReadLevel.SESSION).session(0);
    Txn txn = put(session);
    assertThat(txn.id().timestamp()).isPositive();
    assertThat(put(session).id()).isNotEqualTo(txn.id());
    assertThat(txn.get("t", "k").orElseThrow().version()).isZero();
    assertThat(txn.commit().isCommitted()).isTrue();
  }

  @Test
  void aReadAsksForAllThatAnySessionOfTheClientHasSeen() {
    VeritasClient client = client(ReadLevel.SESSION);
    assertThat(put(client.session(0)).commit().height()).isEqualTo(5);
    client.session(1).get("t", "k");
    client.session(1).scan("t", "k", 1);
    assertThat(node2.requests().get(0).getGet().getMinHeight()).isEqualTo(5);
    assertThat(node2.requests().get(1).getScan().getMinHeight()).isEqualTo(5);
  }

  @Test
  void aScanIsAsFreshAsTheReadsBeforeAndTheReadsAfterAreAsFreshAsTheScan() {
    VeritasClient client = client(ReadLevel.SESSION);
    client.session(0).scan("t", "k", 1);
    client.session(1).get("t", "k");
    assertThat(node2.requests().get(0).getGet().getMinHeight()).isEqualTo(5);
    node2.behave(at(4));
    client.session(1).scan("t", "k", 1);
    assertThat(cluster.node(3).requests()).as("a page of the past").anyMatch(Request::hasScan);
  }

  @Test
  void aHeightThatOneNodeAloneHasNamedIsRequiredOnlyUntilAQuorumIsSeenBelowIt() {
    node1.behave(at(Long.MAX_VALUE));
    IntStream.rangeClosed(2, 4).forEach(n -> cluster.node(n).behave(waitingAt(5)));
    VeritasClient client = client(ReadLevel.SESSION, 4 * IMPATIENT_MS);
    assertThat(put(client.session(0)).commit().isCommitted()).isTrue();
    awaitRead(client.session(1));
    assertThat(client.seen().required()).isEqualTo(5);
    int lies = node1.requests().size();
    assertThat(client.session(0).get("t", "k")).isPresent();
    assertThat(put(client.session(0)).commit().height()).isEqualTo(5);
    assertThat(node1.requests()).as("the liar is not asked again").hasSize(lies);
  }

  @Test
  void aHeightThatOneNodeHasNamedIsRequiredAsLongAsTheOthersMayStillReachIt() {
    node1.behave(at(6));
    node2.behave(waitingAt(5));
    cluster.node(3).behave(FakeNode.silent());
    cluster.node(4).behave(waitingAt(5));
    VeritasClient client = client(ReadLevel.SESSION, 4 * IMPATIENT_MS);
    put(client.session(0)).commit();
    awaitRead(client.session(1));
    assertThat(client.seen().required()).isEqualTo(6);
  }

  @Test
  void aNodeThatAnswersFromThePastIsPassedOver() {
    VeritasClient client = client(ReadLevel.SESSION);
    put(client.session(0)).commit();
    node2.behave(at(4));
    assertThat(client.session(1).get("t", "k")).isPresent();
    assertThat(cluster.node(3).requests()).anyMatch(Request::hasGet);
  }

  @Test
  void aLocalReadAsksForNothing() {
    VeritasClient client = client(ReadLevel.LOCAL);
    put(client.session(0)).commit();
    client.session(0).get("t", "k");
    assertThat(node1.requests().get(1).getGet().getMinHeight()).isZero();
  }

  @Test
  void aLinearizableReadFollowsATransactionThatWritesNothing() throws Exception {
    client(ReadLevel.LINEARIZABLE).session(0).get("t", "k");
    Request barrier = node1.requests().get(0);
    TransactionBody body =
        TransactionBody.parseFrom(barrier.getCommit().getTransaction().getBody());
    assertThat(body.getReadsCount()).isEqualTo(1);
    assertThat(body.getWritesCount()).isZero();
    assertThat(node1.requests().get(1).getGet().getMinHeight()).isEqualTo(5);
  }

  @Test
  void aNodeThatWithholdsItsAnswersCostsPartOfTheDeadlineOnceForASession() {
    node1.behave(FakeNode.silent());
    Session session = client(ReadLevel.SESSION, IMPATIENT_MS).session(0);
    assertThat(put(session).commit().isCommitted()).isTrue();
    assertThat(transactions(node2)).isEqualTo(transactions(node1)).hasSize(1);
    assertThat(get(session)).isPresent();
    assertThat(node1.requests()).hasSize(1);
  }

  @Test
  void aReadWithheldIsAnsweredByAnotherNode() {
    node1.behave(FakeNode.silent());
    assertThat(get(client(ReadLevel.SESSION, IMPATIENT_MS).session(0))).isPresent();
  }

  @Test
  void theFirstNodesAnswerCountsEvenAfterTheSecondWasAsked() {
    FakeNode.Answers[] late = new FakeNode.Answers[1];
    Request[] held = new Request[1];
    node1.behave(
        (request, answers) -> {
          held[0] = request;
          late[0] = answers;
        });
    node2.behave((request, answers) -> at(5).on(held[0], late[0]));
    assertThat(put(client(ReadLevel.SESSION, IMPATIENT_MS).session(0)).commit().isCommitted())
        .isTrue();
    assertThat(node2.requests()).hasSize(1);
  }

  @Test
  void aBatchOfReadsWithoutProofsIsRefused() {
    node1.behave(
        (request, answers) -> {
          if (request.hasVerify()) {
            answers.send(
                Response.newBuilder()
                    .setId(request.getId())
                    .setVerify(VerifyReply.getDefaultInstance()));
          } else {
            at(5).on(request, answers);
          }
        });
    Session session = client(ReadLevel.SESSION).session(0);
    SeenRecord seen = session.getSeen("t", "k");
    assertThatExceptionOfType(VeritasException.VerificationFailed.class)
        .isThrownBy(() -> session.verifySeen(List.of(seen.receipt())))
        .withMessage("the answer has no block header");
  }

  /** As a real node does, it doesn't answer a read before it is at the height asked for. */
  private static FakeNode.Behaviour waitingAt(long height) {
    return (request, answers) -> {
      if (Math.max(request.getGet().getMinHeight(), request.getScan().getMinHeight()) <= height) {
        at(height).on(request, answers);
      }
    };
  }

  private static FakeNode.Behaviour at(long height) {
    return (request, answers) -> {
      Response.Builder response = Response.newBuilder().setId(request.getId());
      switch (request.getCallCase()) {
        case GET ->
            response.setGet(
                GetReply.newBuilder().addValues(ByteString.copyFrom(VALUE)).setHeight(height));
        case SCAN -> response.getScanBuilder().setHeight(height);
        case STATUS -> response.getStatusBuilder().setDecidedHeight(height);
        case COMMIT ->
            response.setCommit(
                CommitReply.newBuilder()
                    .setKnown(true)
                    .setOutcome(Outcome.COMMITTED)
                    .setHeight(height));
        default -> throw new AssertionError("not expected: " + request);
      }
      answers.send(response);
    };
  }

  private static Txn put(Session session) {
    return session.begin(patientDeadline()).put("t", "k", Map.of("a", new byte[] {1}));
  }

  private static Optional<byte[]> get(Session session) {
    return session.getRaw(StateKey.of("t", "k"), patientDeadline());
  }

  /** Reads again if the nodes have said too late where they are. */
  private static void awaitRead(Session session) {
    assertThat(FakeCluster.answer(() -> session.get("t", "k"))).isPresent();
  }

  private static long patientDeadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENT_MS);
  }

  private static List<ByteString> transactions(FakeNode node) {
    return node.requests().stream()
        .filter(Request::hasCommit)
        .map(request -> request.getCommit().getTransaction().toByteString())
        .toList();
  }

  private VeritasClient client(ReadLevel reads) {
    return client(reads, PATIENT_MS);
  }

  private VeritasClient client(ReadLevel reads, int timeoutMs) {
    return cluster.chainClient(ClientOptions.DEFAULT.withTimeoutMs(timeoutMs).withReads(reads));
  }
}
