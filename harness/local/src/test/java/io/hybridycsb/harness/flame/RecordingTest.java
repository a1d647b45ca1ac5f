package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ThreadTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of a real JVM. */
@EnabledOnOs(OS.LINUX)
@Tag("veritas-kafka")
@Tag("campaign")
class RecordingTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern OF_THE_JVM = Pattern.compile("JFR |Attach Listener");
  private static final String WORK = "io.hybridycsb.harness.flame.BusyProgram.work";

  @TempDir Path directory;

  private Recording start(long pid) throws InterruptedException {
    Jcmd jcmd = Jcmd.of(Path.of(System.getProperty("java.home")), directory);
    Recording recording = new Recording(jcmd, pid, directory);
    recording.start(PATIENCE);
    return recording;
  }

  /** Waits until the program's threads have computed for so long. */
  private static void awaitWork(BusyProgram program, double seconds) {
    double before = computed(program);
    await().atMost(PATIENCE).until(() -> computed(program) - before > seconds);
  }

  private static double computed(BusyProgram program) {
    return ThreadTimes.all(program.pid()).values().stream()
        .filter(thread -> thread.name().startsWith("computing"))
        .mapToDouble(ThreadTimes.Used::cpuSeconds)
        .sum();
  }

  @Test
  void theStacksOfThreadsThatRunJavaCodeAreFoundByTheKernelsNumbers() throws Exception {
    try (BusyProgram program = BusyProgram.start()) {
      // One that was given up is in nobody's way.
      start(program.pid()).giveUp();
      Instant from = Instant.now();
      Recording recording = start(program.pid());
      awaitWork(program, 0.5);
      Path file = recording.stop();

      Samples samples = Samples.read(file, from, Instant.now());

      Map<Long, ThreadTimes.Used> threads = ThreadTimes.all(program.pid());
      Map<Long, Stacks> workers = new HashMap<>(samples.stacks());
      // JFR's threads, and the one that obeys jcmd, run Java code as well.
      workers.keySet().removeIf(id -> OF_THE_JVM.matcher(samples.names().get(id)).lookingAt());
      assertThat(workers).isNotEmpty();
      workers.forEach(
          (id, stacks) -> {
            assertThat(samples.names().get(id)).startsWith(BusyProgram.WORKER);
            assertThat(threads.get(id).name()).isEqualTo("computing-witho");
            assertThat(stacks.calls())
                .singleElement()
                .matches(call -> call.getKey().equals("java.lang.Thread.run"));
            assertThat(stacks.calls().get(0).getValue().calls())
                .extracting(Map.Entry::getKey)
                .allMatch(name -> name.startsWith(WORK) || name.contains("Lambda"));
          });
      assertThat(Samples.read(file, from.minusSeconds(2), from.minusSeconds(1)).stacks()).isEmpty();
    }
  }

  @Test
  void aPictureShowsWhatTheProgramDoesAndNothingStaysBehind() throws Exception {
    Path out = directory.resolve("pictures");
    try (BusyProgram program = BusyProgram.start()) {
      Flame flame = new Flame(Duration.ofSeconds(1), out, line -> {});

      // One second may be too short on a busy machine.
      await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .untilAsserted(
              () -> {
                List<String> lines =
                    flame.take(new TreeMap<>(Map.of("workers", List.of(program.pid()))));
                assertThat(lines)
                    .singleElement()
                    .asString()
                    .startsWith("workers: " + out.resolve("workers.svg") + ", ")
                    .contains(" CPU s in 1 s, ");
                assertThat(Files.readString(out.resolve("workers.svg")))
                    .contains("workers: 1 JVM<", "i.h.h.flame.BusyProgram.work:")
                    .contains(BusyProgram.WORKER.substring(0, BusyProgram.WORKER.length() - 1));
              });
      assertThat(out).isDirectoryNotContaining(file -> !file.endsWith("workers.svg"));
    }
  }

  @Test
  void aProcessThatIsNoJvmIsSaidToBeNone() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "120").start();
    assertThat(Flame.jvmsOf(sleep.pid())).isEmpty();
    sleep.destroyForcibly().waitFor();

    assertThatThrownBy(() -> start(sleep.pid()))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("process %d takes no recording".formatted(sleep.pid()));
  }

  @Test
  void aProgramThatEndsMeanwhileIsSaidToHaveEnded() throws Exception {
    Recording recording;
    try (BusyProgram program = BusyProgram.start()) {
      assertThat(Flame.jvmsOf(program.pid())).containsExactly(program.pid());
      recording = start(program.pid());
    }

    assertThatThrownBy(recording::stop)
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("has it ended meanwhile?");
  }

  @Test
  void whatIsNoDirectoryIsRefusedBeforeAnythingIsRecorded() throws Exception {
    Path file = Files.createFile(directory.resolve("pictures"));
    Flame flame = new Flame(PATIENCE, file, line -> fail(line));

    assertThatThrownBy(() -> flame.take(new TreeMap<>(Map.of("workers", List.of(1L)))))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("cannot make the directory " + file);
  }

  @Test
  void aJreWithoutJcmdIsRefusedWithTheNextStep() {
    assertThatThrownBy(() -> Jcmd.of(directory, directory))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("has no bin/jcmd")
        .hasMessageContaining("JAVA_HOME");
  }
}
