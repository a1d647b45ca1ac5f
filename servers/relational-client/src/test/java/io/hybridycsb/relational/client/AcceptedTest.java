package io.hybridycsb.relational.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcceptedTest {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONG = TimeUnit.SECONDS.toNanos(30);

  private final BlockingQueue<Optional<Result>> results = new LinkedBlockingQueue<>();
  private final Accepted accepted = new Accepted(3, calls -> next());

  @AfterEach
  void close() {
    accepted.close();
  }

  private Optional<Result> next() {
    try {
      return results.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void accept(int calls) {
    accepted.reserve(calls, deadline(LONG));
    accepted.add(new SignedCalls(1, calls, SignedTransaction.getDefaultInstance()));
  }

  private static long deadline(long nanos) {
    return System.nanoTime() + nanos;
  }

  private static Optional<Result> result(Outcome... outcomes) {
    return Optional.of(Result.newBuilder().addAllOutcomes(List.of(outcomes)).build());
  }

  @Test
  void thereIsRoomForSoManyCallsWithoutAnOutcome() {
    accept(2);
    assertThatThrownBy(() -> accepted.reserve(2, deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class)
        .hasMessage("not sent: 2 calls that were accepted before have no outcome yet");
    accept(1);

    results.add(result(Outcome.OK, Outcome.FORBIDDEN));

    accept(2);
  }

  @Test
  void whatIsMoreThanThereIsEverRoomForGoesAlone() {
    accept(5);
    assertThatThrownBy(() -> accepted.reserve(1, deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class);
  }

  @Test
  void roomThatWasNotNeededIsGivenBack() {
    accepted.reserve(3, deadline(LONG));
    accepted.release(3);

    accept(3);
  }

  @Test
  void outcomesAreCountedAndSoAreCallsThatHaveNone() {
    accept(2);
    accept(1);
    results.add(result(Outcome.OK, Outcome.FORBIDDEN));
    results.add(Optional.empty());

    accepted.awaitOutcomes(LONG);

    assertThat(accepted.summary())
        .hasValue("of 3 accepted calls 1 are OK, 1 are FORBIDDEN, 1 have no outcome");
  }

  @Test
  void nobodyWaitsForeverForAnOutcome() {
    accept(2);

    accepted.awaitOutcomes(SOON);

    assertThat(accepted.summary()).hasValue("of 2 accepted calls 2 have no outcome");
  }
}
