package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacingTest {
  private static final long SECOND_NS = 1_000_000_000;

  /** When the operations of one thread are due, from its start on. */
  private static List<Long> due(long perSecond, int thread, int threads, int operations) {
    List<Long> due = new ArrayList<>();
    Pacing.Part part =
        new Pacing(perSecond, false, () -> false, due::add).part(thread, threads, operations);
    long before = System.nanoTime();
    for (int i = 0; i < operations; i++) {
      assertThat(part.await()).isTrue();
      assertThat(System.nanoTime()).isGreaterThanOrEqualTo(due.get(i));
      part.sent();
    }
    assertThat(System.nanoTime()).isGreaterThanOrEqualTo(before + SECOND_NS / perSecond);
    return due;
  }

  private static List<Long> distances(List<Long> times) {
    return IntStream.range(1, times.size()).mapToObj(i -> times.get(i) - times.get(i - 1)).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 10})
  void aThreadsOperationsAreDueAsOftenAsItsPartOfTheRateSays(int threads) {
    assertThat(distances(due(1_000, 0, threads, 5))).containsOnly(threads * SECOND_NS / 1_000);
  }

  @Test
  void threadsTakeTurnsFromTheFirstOperationOn() {
    long start = System.nanoTime();
    long first = due(100, 3, 4, 1).get(0);

    assertThat(first).isGreaterThanOrEqualTo(start + 3 * SECOND_NS / 100);
  }

  @Test
  void aPauseThatWouldTakeHoursEndsWithTheRun() {
    boolean[] isOver = {false};
    Pacing.Part part =
        new Pacing(1, false, () -> isOver[0], due -> isOver[0] = true).part(0, 100_000, 9);

    assertThat(part.await()).isTrue();
    part.sent();
    assertThat(part.await()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5})
  void withoutARateNothingWaits(long perSecond) {
    List<Long> due = new ArrayList<>();
    Pacing.Part part = new Pacing(perSecond, false, () -> false, due::add).part(0, 1, 9);

    assertThat(part.await()).isTrue();
    assertThat(due).isEmpty();
  }
}
