package io.hybridycsb.veritas.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AppliedHeightTest {
  private static final int WAITING_MAX = 50_000;

  private final AppliedHeight applied = new AppliedHeight(5);
  private final TestConnection client = new TestConnection();
  private final List<Long> ran = new ArrayList<>();

  private void read(long wanted) {
    applied.whenReached(client.call(Request.newBuilder()), wanted, () -> ran.add(wanted));
  }

  private void read(long wanted, long deadlineNanos) {
    applied.whenReached(
        client.call(Request.newBuilder(), deadlineNanos), wanted, () -> ran.add(wanted));
  }

  @Test
  void aReadOfAHeightThatIsReachedRunsAtOnce() {
    read(0);
    read(5);
    assertThat(ran).containsExactly(0L, 5L);
  }

  @Test
  void aReadWaitsForItsHeightAndNoLonger() {
    read(8);
    read(6);
    read(7);
    assertThat(ran).isEmpty();
    applied.advance(7);
    assertThat(ran).containsExactly(6L, 7L);
    applied.advance(8);
    applied.advance(9);
    assertThat(ran).containsExactly(6L, 7L, 8L);
    assertThat(applied.get()).isEqualTo(9);
    assertThat(client.responses()).isEmpty();
  }

  @Test
  void aReadIsAnsweredAtItsDeadlineOnceAndDoesNotRunLater() {
    long now = System.nanoTime();
    read(9, now + 10);
    read(9, now + TimeUnit.HOURS.toNanos(1));
    applied.expire(now);
    assertThat(client.responses()).isEmpty();
    applied.expire(now + 10);
    applied.expire(now + 20);
    assertThat(client.responses())
        .singleElement()
        .satisfies(
            response -> {
              assertThat(response.getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
              assertThat(response.getFailure().getMessage())
                  .isEqualTo("this node is at height 5, not yet at 9");
            });
    applied.advance(9);
    assertThat(ran).containsExactly(9L);
  }

  @Test
  void noMoreReadsWaitThanAllowedAndOthersStillRun() {
    for (int i = 0; i < WAITING_MAX; i++) {
      read(6);
    }
    read(6);
    assertThat(client.responses().get(0).getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    read(5);
    assertThat(ran).containsExactly(5L);
    applied.advance(6);
    assertThat(ran).hasSize(WAITING_MAX + 1);
  }
}
