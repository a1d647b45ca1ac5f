package io.hybridycsb.relational.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How outcomes of accepted calls are asked for; a test gives the answers. */
class AcceptedTest {
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int NODES = 3;

  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final AtomicLong passedNanos = new AtomicLong();
  private final Accepted accepted = accepted(LONG);

  private record Asked(int node, boolean again, CompletableFuture<Optional<Result>> answer) {}

  private Accepted accepted(Duration patience) {
    return new Accepted(
        new Accepted.Limits(3, 100, patience, Duration.ofMillis(1)),
        NODES,
        (calls, node, again) -> {
          Asked next = new Asked(node, again, new CompletableFuture<>());
          asked.add(next);
          return next.answer();
        },
        () -> System.nanoTime() + passedNanos.get());
  }

  private static void accept(Accepted accepted, int calls) {
    accepted.reserve(calls(calls), deadline(LONG));
    accepted.add(calls(calls), 7);
  }

  private static SignedCalls calls(int calls) {
    return new SignedCalls(1, calls, SignedTransaction.getDefaultInstance());
  }

  /** One call that takes that much when it is sent, and two bytes more. */
  private static SignedCalls callOf(int bytes) {
    ByteString body = ByteString.copyFrom(new byte[bytes]);
    return new SignedCalls(1, 1, SignedTransaction.newBuilder().setBody(body).build());
  }

  private Asked next() throws InterruptedException {
    return asked.poll(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static long deadline(Duration from) {
    return System.nanoTime() + from.toNanos();
  }

  private static Optional<Result> result(Outcome... outcomes) {
    return Optional.of(Result.newBuilder().addAllOutcomes(List.of(outcomes)).build());
  }

  @Test
  void thereIsRoomForSoManyCallsWithoutAnOutcome() throws Exception {
    accept(accepted, 2);
    assertThatThrownBy(() -> accepted.reserve(calls(2), deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class)
        .hasMessageStartingWith("not sent: as many calls as there may be");
    accept(accepted, 1);

    next().answer().complete(result(Outcome.OK, Outcome.FORBIDDEN));

    accept(accepted, 2);
  }

  @Test
  void thereIsRoomForSoManyBytesWithoutAnOutcome() throws Exception {
    accepted.reserve(callOf(58), deadline(LONG));
    accepted.add(callOf(58), 7);
    assertThatThrownBy(() -> accepted.reserve(callOf(39), deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class);
    accepted.reserve(callOf(38), deadline(LONG));
    accepted.release(callOf(38));

    next().answer().complete(result(Outcome.OK));

    accepted.reserve(callOf(200), deadline(LONG));
    assertThatThrownBy(() -> accepted.reserve(callOf(1), deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class);
  }

  @Test
  void whatIsMoreThanThereIsEverRoomForGoesAlone() {
    accept(accepted, 5);
    assertThatThrownBy(() -> accepted.reserve(calls(1), deadline(SOON)))
        .isInstanceOf(RelationalException.Unavailable.class);
  }

  @Test
  void roomThatWasNotNeededIsGivenBack() {
    accepted.reserve(calls(3), deadline(LONG));
    accepted.release(calls(3));

    accept(accepted, 3);
  }

  @Test
  void whatANodeHasLostIsSentAgainToTheNextWhileOthersGetTheirOutcomes() throws Exception {
    accept(accepted, 2);
    accept(accepted, 1);
    Asked lost = next();
    assertThat(lost.node()).isEqualTo(1);
    assertThat(lost.again()).isFalse();
    next().answer().complete(result(Outcome.OK));
    assertThat(accepted.summary()).hasValue("of 3 accepted calls 1 are OK, 2 have no outcome");

    lost.answer().completeExceptionally(new IllegalStateException("the node was killed"));
    Asked second = next();
    assertThat(second.node()).isEqualTo(2);
    assertThat(second.again()).isTrue();
    second.answer().complete(Optional.empty());
    Asked third = next();
    assertThat(third.node()).isZero();
    third.answer().complete(result(Outcome.OK, Outcome.FORBIDDEN));

    accepted.awaitOutcomes(LONG);
    assertThat(accepted.summary())
        .hasValue("of 3 accepted calls 2 are OK, 1 are FORBIDDEN, 0 have no outcome");
  }

  @Test
  void aNodeThatTellsOutcomesOfOthersIsOnlySlowAndIsAskedAgain() throws Exception {
    accept(accepted, 1);
    accept(accepted, 1);
    Asked slow = next();
    next().answer().complete(result(Outcome.OK));

    slow.answer().complete(Optional.empty());

    Asked second = next();
    assertThat(second.node()).isEqualTo(slow.node());
    assertThat(second.again()).isTrue();
  }

  @Test
  void aSlowChainIsWaitedForAsLongAsOutcomesCome() throws Exception {
    accept(accepted, 1);
    accept(accepted, 1);
    Asked slow = next();
    Asked other = next();
    passedNanos.addAndGet(LONG.multipliedBy(2).toNanos());
    other.answer().complete(result(Outcome.OK));

    slow.answer().complete(Optional.empty());

    next().answer().complete(result(Outcome.OK));
    accepted.awaitOutcomes(LONG);
    assertThat(accepted.summary()).hasValue("of 2 accepted calls 2 are OK, 0 have no outcome");
  }

  @Test
  void nobodyAsksForever() throws Exception {
    Accepted impatient = accepted(Duration.ZERO);
    accept(impatient, 2);
    next().answer().complete(Optional.empty());

    impatient.awaitOutcomes(LONG);

    assertThat(impatient.summary()).hasValue("of 2 accepted calls 2 have no outcome");
    accept(impatient, 3);
  }

  @Test
  void nothingIsAskedForOnceTheClientIsClosed() throws Exception {
    accept(accepted, 2);
    accepted.close();
    next().answer().complete(Optional.empty());

    accepted.awaitOutcomes(LONG);

    assertThat(accepted.summary()).hasValue("of 2 accepted calls 2 have no outcome");
  }
}
