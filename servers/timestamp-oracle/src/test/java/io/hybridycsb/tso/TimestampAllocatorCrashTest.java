package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.tso.client.AllocateMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Crashes at every kind of point, over and over, on a memory log and on real files. */
class TimestampAllocatorCrashTest {
  private static final long STEP = 10_000;

  private final ArrayDeque<Runnable> background = new ArrayDeque<>();
  private final List<String> violations = new ArrayList<>();
  private Path directory;
  private long highest;
  private boolean crashed;

  /** One run of a server: what it is asked for, when the disk catches up, how it ends. */
  record Run(List<Integer> counts, int raiseEvery, End end, int tornBytes) {}

  enum End {
    IDLE,
    RAISE_LOST,
    RAISE_DURABLE,
    RAISE_TORN
  }

  @Provide
  Arbitrary<List<Run>> runs() {
    return Combinators.combine(
            Arbitraries.integers().between(1, AllocateMethod.MAX_COUNT).list().ofMaxSize(12),
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(End.class),
            Arbitraries.integers().between(0, CeilingSlots.SLOT_BYTES))
        .as(Run::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @BeforeTry
  void reset() throws IOException {
    directory = Files.createTempDirectory("tso-crash");
    background.clear();
    violations.clear();
    highest = 0;
    crashed = false;
  }

  @AfterTry
  void deleteFiles() throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Property(tries = 300)
  void crashesNeverRepeatATimestamp(@ForAll("runs") List<Run> runs) throws IOException {
    long durable = TimestampAllocator.FIRST_TIMESTAMP;
    for (Run run : runs) {
      MemoryCeilingLog log = new MemoryCeilingLog(STEP, durable);
      TimestampAllocator allocator = new TimestampAllocator(log, STEP, background::add);
      serve(allocator, run);
      if (run.end != End.IDLE) {
        log.failNextRaise(run.end == End.RAISE_DURABLE);
        runBackground();
        serve(allocator, run);
      }
      background.clear();
      durable = log.ceiling();
      assertThat(violations).isEmpty();
    }
  }

  @Property(tries = 100)
  void crashesNeverRepeatATimestampOnRealFiles(@ForAll("runs") List<Run> runs) throws IOException {
    Path file = directory.resolve(FileCeilingLog.CEILINGS_FILE);
    for (Run run : runs) {
      byte[] left;
      try (CeilingLog log = FileCeilingLog.open(directory, STEP, 0)) {
        TimestampAllocator allocator = new TimestampAllocator(log, STEP, background::add);
        serve(allocator, run);
        byte[] before = Files.readAllBytes(file);
        // What is granted from here on is granted only if the ceiling was durable before the crash.
        crashed = run.end != End.RAISE_DURABLE;
        runBackground();
        left = crashedDuringRaise(before, Files.readAllBytes(file), run);
        crashed = false;
      }
      Files.write(file, left);
      assertThat(violations).isEmpty();
    }
  }

  /** What the disk holds if the raise from {@code before} to {@code after} was cut off. */
  private static byte[] crashedDuringRaise(byte[] before, byte[] after, Run run) {
    return switch (run.end) {
      case IDLE, RAISE_LOST -> before;
      case RAISE_DURABLE -> after;
      case RAISE_TORN -> {
        byte[] torn = before.clone();
        for (int at = 0, left = run.tornBytes; at < torn.length && left > 0; at++) {
          if (torn[at] != after[at]) {
            torn[at] = after[at];
            left--;
          }
        }
        yield torn;
      }
    };
  }

  private void serve(TimestampAllocator allocator, Run run) {
    int asked = 0;
    for (int count : run.counts) {
      allocator.allocate(count).whenComplete((first, failure) -> granted(first, count));
      if (++asked % run.raiseEvery == 0) {
        runBackground();
      }
    }
  }

  private void runBackground() {
    while (!background.isEmpty()) {
      background.remove().run();
    }
  }

  private void granted(Long first, int count) {
    if (first == null || crashed) {
      return;
    }
    // A future would swallow a failed assertion.
    if (first <= highest) {
      violations.add(first + " was granted after " + highest);
    }
    highest = first + count - 1;
  }
}
