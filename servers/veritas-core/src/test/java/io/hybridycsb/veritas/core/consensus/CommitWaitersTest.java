package io.hybridycsb.veritas.core.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import org.junit.jupiter.api.Test;

class CommitWaitersTest {
  private static final TransactionId ID = new TransactionId(5, 1);
  private static final Decision COMMITTED =
      new Decision(ID, new TransactionLocation(3, 2, Outcome.COMMITTED_VALUE));

  private final CommitWaiters waiters = new CommitWaiters();
  private final TestConnection client = new TestConnection();
  private final Replies replies = new Replies();
  private final CommitTimes times = new CommitTimes(new StageTimes());

  private Call until(long deadlineNanos) {
    return client.call(Request.newBuilder(), deadlineNanos);
  }

  @Test
  void allCallsForATransactionGetItsOutcome() {
    assertThat(waiters.add(ID, until(100), true)).isTrue();
    assertThat(waiters.add(ID, until(100), true)).isFalse();
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
  void whoDoesNotWaitIsNotAnswered() {
    waiters.add(ID, until(100), false);
    assertThat(waiters.contains(ID)).isTrue();
    waiters.decided(COMMITTED, replies, times);
    assertThat(client.responses()).isEmpty();
    assertThat(waiters.size()).isZero();
  }

  @Test
  void everyCallIsToldAtItsOwnDeadlineThatTheOutcomeIsUnknown() {
    waiters.add(ID, until(100), true);
    waiters.add(ID, until(300), true);
    waiters.add(ID, until(200), true);
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
    waiters.add(ID, until(100), false);
    waiters.expire(99, replies);
    assertThat(waiters.contains(ID)).isTrue();
    waiters.expire(100, replies);
    assertThat(waiters.contains(ID)).isFalse();
  }

  @Test
  void aTransactionThatIsGivenUpCanBeSentAgain() {
    waiters.add(ID, until(100), true);
    waiters.giveUp(ID, "not known");
    waiters.giveUp(ID, "not known");
    assertThat(client.responses())
        .singleElement()
        .satisfies(
            response -> assertThat(response.getFailure().getMessage()).isEqualTo("not known"));
    assertThat(waiters.add(ID, until(100), true)).isTrue();
  }
}
