package io.hybridycsb.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessingTimeTest {
  private static final int LONG_MS = 60_000;
  private static final int MIB = 1 << 20;

  private final List<Integer> submitted = new ArrayList<>();

  private boolean submit(ProcessingTime processing, int size) {
    return processing.submitAfter(size, () -> submitted.add(size));
  }

  @Test
  void whereNothingIsProcessedAWriteIsSubmittedAtOnce() {
    try (ProcessingTime none = new ProcessingTime(0)) {
      assertThat(submit(none, 100 * MIB)).isTrue();
      assertThat(submitted).containsExactly(100 * MIB);
    }
  }

  /** One after another they would take 100 seconds. */
  @Test
  void writesAreProcessedSideBySide() throws Exception {
    CountDownLatch left = new CountDownLatch(200);
    try (ProcessingTime half = new ProcessingTime(500)) {
      for (int i = 0; i < 200; i++) {
        assertThat(half.submitAfter(1, left::countDown)).isTrue();
      }
      assertThat(left.await(50, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aWriteIsNotSubmittedBeforeItIsProcessedAndNeverIfTheNodeStops() {
    try (ProcessingTime processing = new ProcessingTime(LONG_MS)) {
      assertThat(submit(processing, 1)).isTrue();
      assertThat(submitted).isEmpty();
    }
    assertThat(submitted).isEmpty();
  }

  @Test
  void noMoreBytesAreProcessedAtATimeThanMayBe() throws Exception {
    try (ProcessingTime processing = new ProcessingTime(LONG_MS)) {
      assertThat(submit(processing, 60 * MIB)).isTrue();
      assertThat(submit(processing, 5 * MIB)).isFalse();
      assertThat(submit(processing, 3 * MIB)).isTrue();
      assertThat(submit(processing, MIB)).isFalse();
    }
    CountDownLatch done = new CountDownLatch(1);
    try (ProcessingTime processing = new ProcessingTime(1)) {
      assertThat(processing.submitAfter(63 * MIB, done::countDown)).isTrue();
      assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
      assertThat(submit(processing, 63 * MIB)).isTrue();
    }
  }

  @Test
  void smallWritesAreBoundedToo() {
    try (ProcessingTime processing = new ProcessingTime(LONG_MS)) {
      int taken = 0;
      while (taken < 100_000 && submit(processing, 1)) {
        taken++;
      }
      assertThat(taken).isBetween(60_000, 65_536);
    }
  }

  @Test
  void aWriteThatComesWhileTheNodeStopsIsRefused() {
    ProcessingTime processing = new ProcessingTime(LONG_MS);
    processing.close();
    assertThat(submit(processing, 1)).isFalse();
  }
}
