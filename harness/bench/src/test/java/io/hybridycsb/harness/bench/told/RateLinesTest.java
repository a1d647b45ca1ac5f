package io.hybridycsb.harness.bench.told;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateLinesTest {
  private final List<String> said = new ArrayList<>();
  private long second;
  private final RateLines lines = new RateLines(said::add, () -> second * 1_000_000_000);

  /** A look each second, with so many operations in each. */
  private void run(long seconds, long perSecond) {
    for (long last = second + seconds; second <= last; second++) {
      lines.look(second * perSecond, (at, rate) -> "%.0f s: %.0f/s".formatted(at, rate));
    }
  }

  @Test
  void thereIsALineAfterFiveSecondsAndNoneSooner() {
    run(4, 100);
    assertThat(said).isEmpty();

    run(0, 100);
    assertThat(said).containsExactly("  5 s: 100/s");
  }

  @Test
  void theRateIsOfTheTimeSinceTheLineBefore() {
    run(5, 100);
    for (; second <= 10; second++) {
      lines.look(500 + (second - 5) * 40, (at, rate) -> "%.0f s: %.0f/s".formatted(at, rate));
    }

    assertThat(said).containsExactly("  5 s: 100/s", "  10 s: 40/s");
  }

  @Test
  void clientsWithoutAnyAnswerHaveNoRate() {
    run(7, 0);

    assertThat(said).containsExactly("  5 s: no answer yet");
  }

  @Test
  void theLinesOfAnHourAreFew() {
    run(3_600, 10);

    assertThat(said).hasSizeBetween(15, 30);
  }

  @Test
  void theRestTakesSomeSecondsIfItGoesOnLikeThat() {
    assertThat(RateLines.of(3_200, 10_000, "records", 1_050))
        .isEqualTo("3,200 of 10,000 records, 1,050/s, 7 s left");
    assertThat(RateLines.of(0, 10_000, "records", 0)).isEqualTo("0 of 10,000 records, 0/s");
    assertThat(RateLines.of(10, 10, "operations", 5)).isEqualTo("10 of 10 operations, 5/s");
  }
}
