package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.hosts.ClockOffset.RoundTrip;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  private static final long MS = 1_000_000;

  @Test
  void aClockIsAheadByWhatItTellsBeyondTheMiddleOfTheQuestion() {
    assertThat(ClockOffset.of(List.of(new RoundTrip(1000 * MS, 1105 * MS, 1010 * MS))))
        .isEqualTo(new ClockOffset(100, 5));
    assertThat(ClockOffset.of(List.of(new RoundTrip(1000 * MS, 905 * MS, 1010 * MS))))
        .isEqualTo(new ClockOffset(-100, 5));
  }

  @Test
  void theQuickestQuestionCounts() {
    List<RoundTrip> trips =
        List.of(
            new RoundTrip(0, 90 * MS, 100 * MS),
            new RoundTrip(200 * MS, 203 * MS, 204 * MS),
            new RoundTrip(300 * MS, 300 * MS, 350 * MS));

    assertThat(ClockOffset.of(trips)).isEqualTo(new ClockOffset(1, 2));
  }

  @Test
  void aClockThatHasMovedInBetweenIsUncertainByThatMuchMore() {
    assertThat(new ClockOffset(10, 1).until(new ClockOffset(16, 2)))
        .isEqualTo(new ClockOffset(13, 5));
  }

  @Test
  void whatIsNotKnownOfAnOffsetCountsAgainstIt() {
    assertThat(new ClockOffset(-499, 1).mayExceed(500)).isFalse();
    assertThat(new ClockOffset(-499, 2).mayExceed(500)).isTrue();
    assertThat(new ClockOffset(1, 500).mayExceed(500)).isTrue();
  }
}
