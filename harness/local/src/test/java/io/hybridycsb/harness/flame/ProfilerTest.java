package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of a real JVM. */
@EnabledOnOs(OS.LINUX)
@Tag("veritas-kafka")
@Tag("campaign")
class ProfilerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  @TempDir private Path programs;

  private Profiler started(long pid) {
    Profiler profiler = new Profiler(pid, directory);
    profiler.start(PATIENCE);
    return profiler;
  }

  @Test
  void aPageShowsWhatTheProgramDoesAndNothingStaysBehind() throws Exception {
    Path out = directory.resolve("pages");
    FlameGraphs graphs = new FlameGraphs(Duration.ofSeconds(1), out, line -> {});
    try (BusyProgram program = BusyProgram.start()) {
      // One that was given up is in nobody's way.
      Profiler.unpack(programs);
      started(program.pid()).giveUp();
      Profiler.remove();

      // One second may be too short on a busy machine.
      await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .untilAsserted(
              () -> {
                List<String> lines =
                    graphs.take(new TreeMap<>(Map.of("workers", List.of(program.pid()))));
                assertThat(lines)
                    .singleElement()
                    .asString()
                    .startsWith("workers: " + out.resolve("workers.html") + ", ")
                    .contains(" CPU s in 1 s, ");
                assertThat(Files.readString(out.resolve("workers.html")))
                    .contains("workers: 1 JVM, ", "io/hybridycsb/harness/flame/BusyProgram")
                    .contains(BusyProgram.WORKER.substring(0, BusyProgram.WORKER.length() - 1));
              });
      assertThat(out).isDirectoryNotContaining(file -> !file.endsWith("workers.html"));
    }
  }

  @Test
  void aProcessThatIsNoJvmIsSaidToBeNone() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "120").start();
    assertThat(FlameGraphs.jvmsOf(sleep.pid())).isEmpty();
    sleep.destroyForcibly().waitFor();
    Profiler.unpack(programs);

    assertThatThrownBy(() -> started(sleep.pid()))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("cannot profile process %d".formatted(sleep.pid()));
    Profiler.remove();
  }

  @Test
  void aProgramThatEndsMeanwhileIsSaidToHaveEnded() throws Exception {
    Profiler profiler;
    Profiler.unpack(programs);
    try (BusyProgram program = BusyProgram.start()) {
      assertThat(FlameGraphs.jvmsOf(program.pid())).containsExactly(program.pid());
      profiler = started(program.pid());
    }

    assertThatThrownBy(profiler::stop)
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("has it ended meanwhile?");
    Profiler.remove();
  }
}
