package io.hybridycsb.veritas.core.consensus;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommitWaitersTest {
  private static final CheckedTransaction PUT = at(5).put("a", "x").checked();
  private static final CheckedTransaction OTHER = at(5).put("b", "y").checked();
  private static final TransactionId ID = PUT.id();
  private static final Decision COMMITTED = Decision.on(PUT, 3, 2, Outcome.COMMITTED);

  private final CommitWaiters waiters = new CommitWaiters();
  private final TestConnection client = new TestConnection();
  private final Replies replies = new Replies();
  private final CommitTimes times = new CommitTimes(new StageTimes());

  private Call until(long deadlineNanos) {
    return client.call(Request.newBuilder(), deadlineNanos);
  }

  @Test
  void allCallsForATransactionGetItsOutcome() {
    assertThat(waiters.add(PUT, until(100), true)).isTrue();
    assertThat(waiters.add(PUT, until(100), true)).isFalse();
    assertThat(waiters.size()).isEqualTo(1);
    waiters.decided(COMMITTED, replies, times);
    waiters.decided(COMMITTED, replies, times);
    assertThat(client.responses())
        .hasSize(2)
        .allSatisfy(
            response -> {
              assertThat(response.getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
              assertThat(response.getCommit().getHeight()).isEqualTo(3);
              assertThat(response.getCommit().getIndex()).isEqualTo(2);
            });
    assertThat(waiters.contains(ID)).isFalse();
  }

  @Test
  void anotherTransactionOfTheIdIsToldThatTheIdIsInUseAndNeverTheFirstOnesOutcome() {
    assertThat(waiters.add(PUT, until(100), true)).isTrue();
    assertThat(waiters.add(OTHER, until(100), true)).as("one of them at a time").isFalse();
    assertThat(waiters.add(PUT, until(100), true)).isFalse();
    waiters.decided(COMMITTED, replies, times);
    assertThat(client.responses())
        .extracting(response -> response.getCommit().getOutcome())
        .containsExactly(Outcome.COMMITTED, Outcome.ID_IN_USE, Outcome.COMMITTED);
    assertThat(client.responses().get(1).getCommit().getHeight()).isZero();
  }

  @Test
  void whereTheLedgerBeginsLaterAnotherNodeHasToSayWhoseOutcomeItIs() {
    waiters.add(PUT, until(100), true);
    TransactionLocation early = new TransactionLocation(3, 2, Outcome.COMMITTED_VALUE);
    waiters.decided(new Decision(ID, early, Optional::empty), replies, times);
    assertThat(client.responses())
        .singleElement()
        .satisfies(
            response -> {
              assertThat(response.getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
              assertThat(response.getFailure().getMessage()).contains(ID.toString());
            });
  }

  @Test
  void whoDoesNotWaitIsNotAnswered() {
    waiters.add(PUT, until(100), false);
    assertThat(waiters.contains(ID)).isTrue();
    waiters.decided(COMMITTED, replies, times);
    assertThat(client.responses()).isEmpty();
    assertThat(waiters.size()).isZero();
  }

  @Test
  void everyCallIsToldAtItsOwnDeadlineThatTheOutcomeIsUnknown() {
    waiters.add(PUT, until(100), true);
    waiters.add(PUT, until(300), true);
    waiters.add(PUT, until(200), true);
    waiters.expire(99, replies);
    assertThat(client.responses()).isEmpty();
    waiters.expire(100, replies);
    assertThat(client.responses()).extracting(Response::getId).containsExactly(1L);
    waiters.expire(250, replies);
    assertThat(client.responses()).extracting(Response::getId).containsExactly(1L, 3L);
    assertThat(waiters.contains(ID)).isTrue();
    waiters.expire(300, replies);
    assertThat(waiters.contains(ID)).isFalse();
    assertThat(client.responses())
        .hasSize(3)
        .allSatisfy(
            response -> {
              assertThat(response.getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
              assertThat(response.getFailure().getMessage()).contains(ID.toString());
            });
  }

  @Test
  void aTransactionThatNobodyWaitsForIsForgottenAtItsDeadline() {
    waiters.add(PUT, until(100), false);
    waiters.expire(99, replies);
    assertThat(waiters.contains(ID)).isTrue();
    waiters.expire(100, replies);
    assertThat(waiters.contains(ID)).isFalse();
  }

  @Test
  void aTransactionThatIsGivenUpCanBeSentAgain() {
    waiters.add(PUT, until(100), true);
    waiters.giveUp(ID, "not known");
    waiters.giveUp(ID, "not known");
    assertThat(client.responses())
        .singleElement()
        .satisfies(
            response -> assertThat(response.getFailure().getMessage()).isEqualTo("not known"));
    assertThat(waiters.add(PUT, until(100), true)).isTrue();
  }
}
