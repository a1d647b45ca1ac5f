package io.hybridycsb.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final long LONG_MS = 60_000;

  private final AtomicInteger attempts = new AtomicInteger();

  /** Succeeds at the third attempt. */
  private final Supplier<Integer> step =
      () -> {
        int attempt = attempts.incrementAndGet();
        if (attempt < 3) {
          throw new IllegalStateException("attempt " + attempt);
        }
        return attempt;
      };

  @Test
  void whatMayPassIsTriedAgain() {
    assertThat(Attempts.untilDone(LONG_MS, e -> true, step)).isEqualTo(3);
  }

  @Test
  void whatMayNotPassIsThrownAtOnce() {
    assertThatThrownBy(() -> Attempts.untilDone(LONG_MS, e -> !e.getMessage().endsWith("2"), step))
        .hasMessage("attempt 2");
    assertThat(attempts).hasValue(2);
  }

  @Test
  void afterTheTimeoutTheLastErrorIsThrown() {
    assertThatThrownBy(() -> Attempts.untilDone(0, e -> true, step)).hasMessage("attempt 1");
    assertThat(attempts).hasValue(1);
  }
}
