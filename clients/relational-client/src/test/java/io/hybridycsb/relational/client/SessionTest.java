package io.hybridycsb.relational.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.grpc.Status;
import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How calls find their way among nodes; the nodes here only say what a test wants. */
class SessionTest {
  private static final String NOBODY = "127.0.0.1:1";
  private static final int TIMEOUT_MS = 120_000;

  /** For what is not answered. */
  private static final int LITTLE_MS = 500;

  private static final String NO_TIME = "no time was left";
  private static final String NO_ANSWER = "no answer in time";

  private static final Call CALL =
      Call.newBuilder().setRecords(RecordsCall.getDefaultInstance()).build();

  private final SigningKey key = Ed25519.generate();
  private ScriptedNode first;
  private ScriptedNode second;
  private RelationalClient client;

  @BeforeEach
  void start() throws IOException {
    first = new ScriptedNode();
    second = new ScriptedNode();
  }

  @AfterEach
  void stop() {
    client.close();
    first.close();
    second.close();
  }

  private Session session(ReadLevel reads, int timeoutMs, String... nodes) {
    client =
        RelationalClient.connect(
            new ClientOptions(List.of(nodes), "test", timeoutMs, reads, 100), key);
    return client.session();
  }

  private Session session() {
    return session(ReadLevel.LOCAL, TIMEOUT_MS, first.address(), second.address());
  }

  /** What a call throws; one that says that it ended too early is made again. */
  private static Throwable failure(ThrowingCallable call, String... tooEarly) {
    return Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> requireNonNull(catchThrowable(call)),
            thrown -> Stream.of(tooEarly).noneMatch(thrown.getMessage()::endsWith));
  }

  private SignedCalls call() {
    return client.sign(List.of(CALL));
  }

  private static Result result(long height, Outcome... outcomes) {
    return Result.newBuilder().setHeight(height).addAllOutcomes(List.of(outcomes)).build();
  }

  @Test
  void whatIsSentIsSignedForTheClusterAndHasANumberOfItsOwn() throws Exception {
    Session session = session();
    first.onSubmit(request -> result(7, Outcome.OK));
    assertThat(session.commit(call()).getHeight()).isEqualTo(7);
    session.commit(call());

    SignedTransaction sent = first.submitted().get(0).getTransaction();
    assertThat(
            Ed25519.verify(
                key.publicKey(),
                SignedCalls.signedBytes("test", sent.getBody().toByteArray()),
                sent.getSignature().toByteArray()))
        .isTrue();
    assertThat(first.submitted().stream().map(SessionTest::number).distinct()).hasSize(2);
  }

  private static long number(SubmitRequest request) {
    try {
      return TransactionBody.parseFrom(request.getTransaction().getBody()).getNumber();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theSameSignedTransactionGoesToTheNextNodeIfOneHasNotCommittedIt() {
    Session session = session();
    second.onSubmit(request -> result(3, Outcome.ABORTED));

    assertThat(session.commit(call()).getOutcomes(0)).isEqualTo(Outcome.ABORTED);
    assertThat(second.submitted().get(0).getTransaction())
        .isEqualTo(first.submitted().get(0).getTransaction());
    // The session stays where it was served.
    session.commit(call());
    assertThat(first.submitted()).hasSize(1);
  }

  @Test
  void theNextNodeIsAskedIfOneDoesNotAnswer() {
    Session session = session(ReadLevel.LOCAL, 12_000, first.address(), second.address());
    first.keepSilent();
    second.onSubmit(request -> result(3, Outcome.OK));

    assertThat(session.commit(call()).getHeight()).isEqualTo(3);
  }

  @Test
  void anOutcomeIsUnknownOnlyIfANodeMayHaveTakenTheTransaction() {
    Session session = session(ReadLevel.LOCAL, LITTLE_MS, NOBODY);
    assertThat(failure(() -> session.commit(call()), NO_TIME, NO_ANSWER))
        .isInstanceOf(RelationalException.Unavailable.class)
        .hasMessage(NOBODY + ": no connection");
    client.close();

    Session silent = session(ReadLevel.LOCAL, LITTLE_MS, first.address());
    first.keepSilent();
    assertThat(failure(() -> silent.commit(call()), NO_TIME))
        .isInstanceOf(RelationalException.UnknownOutcome.class);
    assertThatThrownBy(() -> silent.read("t", "k"))
        .isInstanceOf(RelationalException.Unavailable.class);
  }

  @Test
  void aNodeWithoutRoomHasNotTakenTheTransaction() {
    Session session = session(ReadLevel.LOCAL, LITTLE_MS, first.address());
    first.failWith(Status.RESOURCE_EXHAUSTED.withDescription("1000 transactions wait"));

    assertThat(failure(() -> session.commit(call()), NO_TIME, NO_ANSWER))
        .isInstanceOf(RelationalException.Unavailable.class)
        .hasMessageEndingWith(": 1000 transactions wait");
  }

  @Test
  void aWrongTransactionIsRefusedAtOnceUnlessAnotherNodeMayHaveTakenIt() {
    Session session = session();
    first.failWith(Status.INVALID_ARGUMENT.withDescription("too large"));
    assertThatThrownBy(() -> session.commit(call()))
        .isInstanceOf(RelationalException.Invalid.class)
        .hasMessageEndingWith(": too large");
    assertThat(second.submitted()).isEmpty();

    // Where the session is now has accepted it, which the next one can't know.
    client.close();
    Session later = session(ReadLevel.LOCAL, TIMEOUT_MS, second.address(), first.address());
    assertThatThrownBy(() -> later.commit(call()))
        .isInstanceOf(RelationalException.UnknownOutcome.class);
  }

  @Test
  void outcomesThatAreNotOneForEachCallAreNoAnswer() {
    Session session = session();
    first.onSubmit(request -> result(3));
    second.onSubmit(request -> result(3, Outcome.OK));

    assertThat(session.commit(call()).getOutcomesList()).containsExactly(Outcome.OK);
  }

  @Test
  void anAcceptedCallIsNotWaitedFor() {
    Session session = session();
    session.submit(new Submission(CALL));

    assertThat(first.submitted()).singleElement().extracting(SubmitRequest::getWaitMs).isEqualTo(0);
    assertThat(second.submitted()).isEmpty();
  }

  @Test
  void aReadShowsAtLeastWhatTheClientHasSeen() {
    Session session = session();
    first.onSubmit(request -> result(5, Outcome.OK));
    first.onRead(request -> ReadReply.newBuilder().setHeight(9).build());
    session.commit(call());
    session.read("t", "k");
    client.session();
    client.session().scan("t", "k", 3);

    assertThat(first.reads()).extracting(ReadRequest::getMinHeight).containsExactly(5L, 9L);
  }

  @Test
  void aNodeThatShowsLessThanItIsAskedForIsNotBelieved() {
    Session session = session();
    first.onSubmit(request -> result(5, Outcome.OK));
    second.onRead(request -> ReadReply.newBuilder().setHeight(5).build());
    session.commit(call());

    assertThat(session.read("t", "k")).isEmpty();
    assertThat(second.reads()).hasSize(1);
  }

  @Test
  void anOrderedReadComesAfterATransactionWithoutCalls() throws Exception {
    Session session = session(ReadLevel.ORDERED, TIMEOUT_MS, first.address());
    first.onSubmit(request -> result(12));
    first.onRead(request -> ReadReply.newBuilder().setHeight(12).build());
    session.read("t", "k");

    assertThat(
            TransactionBody.parseFrom(first.submitted().get(0).getTransaction().getBody())
                .getCallsList())
        .isEmpty();
    assertThat(first.reads()).singleElement().extracting(ReadRequest::getMinHeight).isEqualTo(12L);
  }

  @Test
  void everyNodeIsAskedForAnUnknownOutcome() {
    Session hasty = session(ReadLevel.LOCAL, LITTLE_MS, first.address(), second.address());
    Submission sent = new Submission(CALL);
    assertThat(hasty.find(sent)).isEmpty();
    assertThat(failure(() -> hasty.execute(sent), NO_TIME))
        .isInstanceOf(RelationalException.UnknownOutcome.class);
    client.close();

    Session session = session();
    assertThat(session.find(sent)).isEmpty();

    second.onFind(result(4, Outcome.OK));
    assertThat(session.find(sent)).contains(new CallResult(4, Outcome.OK, 0, ""));
  }

  @Test
  void outcomesOfAcceptedCallsAreAskedFor() {
    Session session = session();
    first.onFind(result(5, Outcome.OK));

    session.submit(call());
    session.submit(new Submission(CALL));
    client.awaitAccepted();

    assertThat(client.acceptedSummary())
        .hasValue("of 2 accepted calls 2 are OK, 0 have no outcome");
    assertThat(client.seen()).isEqualTo(5);
  }

  @Test
  void anAcceptedCallThatItsNodeHasLostIsSentToTheNext() {
    Session session = session();
    second.onSubmit(request -> result(6, Outcome.OK));

    session.submit(call());
    client.awaitAccepted();

    assertThat(client.acceptedSummary())
        .hasValue("of 1 accepted calls 1 are OK, 0 have no outcome");
    assertThat(second.submitted().get(0).getTransaction())
        .isEqualTo(first.submitted().get(0).getTransaction());
  }

  @Test
  void callsThatNoNodeHasAcceptedAreNotAskedFor() {
    Session session = session(ReadLevel.LOCAL, 500, NOBODY);

    assertThatThrownBy(() -> session.submit(call()))
        .isInstanceOf(RelationalException.Unavailable.class);
    client.awaitAccepted();

    assertThat(client.acceptedSummary()).isEmpty();
  }
}
