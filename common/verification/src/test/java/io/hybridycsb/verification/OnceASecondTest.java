package io.hybridycsb.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OnceASecondTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** A clock that is about to overflow. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);

  private final OnceASecond second = new OnceASecond(clock::get);

  @Test
  void itIsTimeOnceInEachSecond() {
    assertThat(second.isDue()).isFalse();
    clock.addAndGet(SECOND - 1);
    assertThat(second.isDue()).isFalse();
    clock.addAndGet(1);
    assertThat(second.isDue()).isTrue();
    assertThat(second.isDue()).isFalse();
    clock.addAndGet(SECOND);
    assertThat(second.isDue()).isTrue();
  }

  @Test
  void whatWasMissedIsNotMadeUpFor() {
    clock.addAndGet(5 * SECOND);

    assertThat(second.isDue()).isTrue();
    assertThat(second.isDue()).isFalse();
  }

  @Test
  void ofManyThreadsOneDoesIt() {
    clock.addAndGet(SECOND);

    assertThat(IntStream.range(0, 1_000).parallel().filter(i -> second.isDue()).count())
        .isEqualTo(1);
  }
}
