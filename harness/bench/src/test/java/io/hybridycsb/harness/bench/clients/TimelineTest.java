package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
  @TempDir Path directory;
  private final Timeline timeline = new Timeline();

  /** Writes in the seconds 10 and 11, none in 12 and 13, and from 14 on again; reads always. */
  @BeforeEach
  void writesThatPause() {
    long[] writes = {100, 120, 0, 0, 40, 80};
    for (int i = 0; i < writes.length; i++) {
      long startMs = (10 + i) * 1000L;
      timeline.add("READ", startMs, startMs + 1000, 500);
      if (writes[i] > 0) {
        timeline.add("UPDATE", startMs, startMs + 1000, writes[i]);
      }
    }
  }

  @Test
  void onlySecondsThatLieWhollyWithinCount() {
    assertThat(timeline.perSecond(0, 12_000)).hasValue(110);
    assertThat(timeline.perSecond(0, 11_900)).hasValue(100);
    assertThat(timeline.perSecond(13_500, Long.MAX_VALUE)).hasValue(60);
  }

  @Test
  void theLastIntervalSaysUntilWhenOperationsWentOnByItsBegin() {
    timeline.add("READ", 16_000, 40_000, 1);

    assertThat(timeline.lastMs()).isEqualTo(16_000);
  }

  @Test
  void aPauseOfTheWritesIsFoundThoughReadsGoOn() {
    assertThat(timeline.longestPauseMs(11_500)).isEqualTo(2_000);
    assertThat(timeline.firstAtLeast(55, 12_000)).hasValue(15_000);
    assertThat(timeline.firstAtLeast(1_000, 12_000)).isEmpty();
  }

  @Test
  void aMomentIsToldInSecondsOfTheTable() {
    assertThat(timeline.secondOf(10_000)).isZero();
    assertThat(timeline.secondOf(12_250)).isEqualTo(2.25);
  }

  @Test
  void anIntervalBetweenSecondsOfTheClockCountsForBoth() throws Exception {
    Timeline shifted = new Timeline();
    shifted.add("READ", 10_250, 11_250, 100);
    shifted.add("READ", 11_250, 12_250, 100);
    Path csv = directory.resolve("timeline.csv");
    shifted.write(csv);

    assertThat(Files.readAllLines(csv)).containsExactly("second,READ", "0,75", "1,100", "2,25");
  }

  @Test
  void theTableHasALineForEachSecond() throws Exception {
    Path csv = directory.resolve("timeline.csv");
    timeline.write(csv);

    assertThat(Files.readAllLines(csv))
        .startsWith("second,READ,UPDATE", "0,500,100", "1,500,120", "2,500,0")
        .hasSize(7);
  }

  @Test
  void secondsWithoutAnySuccessUntilTheClientsEndAreSecondsOfTheTable() throws Exception {
    Timeline stalled = new Timeline();
    stalled.add("READ", 10_000, 11_000, 100);
    stalled.until(13_400);
    Path csv = directory.resolve("timeline.csv");
    stalled.write(csv);

    assertThat(Files.readAllLines(csv)).containsExactly("second,READ", "0,100", "1,0", "2,0");
    assertThat(stalled.longestPauseMs(11_000)).isEqualTo(2_000);
  }
}
