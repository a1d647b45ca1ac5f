package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
  private static final Duration ENOUGH = Duration.ofSeconds(60);

  private static Process sleeper() throws Exception {
    return new ProcessBuilder("sleep", "600").start();
  }

  @Test
  void aProcessIsAliveUntilItEnds() throws Exception {
    Process process = sleeper();
    ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();

    assertThat(identity.isAlive()).isTrue();
    assertThat(identity.kill(ENOUGH)).isTrue();
    assertThat(identity.isAlive()).isFalse();
    assertThat(ProcessIdentity.of(process.pid())).isEmpty();
  }

  @Test
  void whatAProcessHasStartedIsKilledWithIt() throws Exception {
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 600 & sleep 600 & echo started; wait").start();
    assertThat(parent.inputReader().readLine()).isEqualTo("started");
    List<ProcessIdentity> children =
        parent.descendants().flatMap(child -> ProcessIdentity.of(child.pid()).stream()).toList();
    assertThat(children).hasSize(2);

    assertThat(ProcessIdentity.of(parent.pid()).orElseThrow().kill(ENOUGH)).isTrue();

    assertThat(children).noneMatch(ProcessIdentity::isAlive);
  }

  @Test
  void anotherProcessWithTheSameIdIsNeitherAliveNorKilled() throws Exception {
    Process process = sleeper();
    try {
      ProcessIdentity earlier = new ProcessIdentity(process.pid(), "an earlier start");

      assertThat(earlier.isAlive()).isFalse();
      assertThat(earlier.usage()).isEmpty();
      earlier.terminate();
      assertThat(earlier.kill(ENOUGH)).isTrue();

      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void theIdentityOutlivesAChangeOfProgram() throws Exception {
    // setsid and sh replace themselves by the program they start: the process stays the same.
    Process process = new ProcessBuilder("sh", "-c", "read line; exec sleep 600").start();
    try {
      ProcessIdentity before = ProcessIdentity.of(process.pid()).orElseThrow();
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
      assertThat(
              Deadline.after(ENOUGH)
                  .await(
                      () ->
                          process
                                  .info()
                                  .command()
                                  .filter(name -> name.endsWith("sleep"))
                                  .isPresent()
                              || process
                                  .info()
                                  .commandLine()
                                  .filter(line -> line.contains("sleep"))
                                  .isPresent()))
          .isTrue();

      assertThat(before.isAlive()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProgramsNameCannotConfuseTheReadingOfItsStatus() {
    ProcStat stat =
        ProcStat.parse(
            "4711 (a) Z 1 (b) S 1 4711 4711 0 -1 4194560 100 0 0 0 7 5 11 2 20 0 1 0 987654 1000000"
                + " 300 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0");

    assertThat(stat).isEqualTo(new ProcStat(false, 1, 12, 5, 13, 987654, 300));
    assertThat(stat.usage()).isEqualTo(new ProcessUsage(0.25, 300 * 4096));
  }

  @Test
  void whatAProcessUsesIncludesThatOfTheProcessesItHasStarted() throws Exception {
    Process alone = sleeper();
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 600 & sleep 600 & echo started; wait").start();
    try {
      assertThat(parent.inputReader().readLine()).isEqualTo("started");

      assertThat(parent.descendants()).hasSize(2);
      // A program that has only just been started has little in memory yet, or nothing.
      Awaitility.await()
          .atMost(ENOUGH)
          .untilAsserted(
              () -> {
                assertThat(rssBytes(alone)).isPositive();
                assertThat(rssBytes(parent)).isGreaterThan(rssBytes(alone));
              });
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly().waitFor();
      alone.destroyForcibly().waitFor();
    }
  }

  private static ProcStat stat(long parent, long cpuTicks, long childrenCpuTicks) {
    return new ProcStat(false, parent, cpuTicks, 0, childrenCpuTicks, 0, 0);
  }

  /** A process 1 that has used 2 s, and its child 2 that has used 5 s, read again and again. */
  private static double cpuSeconds(List<Map<Long, ProcStat>> readings) {
    Iterator<Map<Long, ProcStat>> next = readings.iterator();
    return ProcessIdentity.consistent(next::next).orElseThrow().cpuSeconds();
  }

  private static final Map<Long, ProcStat> BOTH = Map.of(1L, stat(0, 200, 0), 2L, stat(1, 500, 0));
  private static final Map<Long, ProcStat> COLLECTED = Map.of(1L, stat(0, 200, 500));

  @Test
  void theTimeOfAChildThatEndsWhileItIsLookedAtCountsOnce() {
    Map<Long, ProcStat> parentReadBefore = Map.of(1L, stat(0, 200, 0));
    Map<Long, ProcStat> childReadBefore = Map.of(1L, stat(0, 200, 500), 2L, stat(1, 500, 0));

    assertThat(cpuSeconds(List.of(BOTH, BOTH))).isEqualTo(7);
    assertThat(cpuSeconds(List.of(BOTH, parentReadBefore, COLLECTED, COLLECTED))).isEqualTo(7);
    assertThat(cpuSeconds(List.of(BOTH, childReadBefore, COLLECTED, COLLECTED))).isEqualTo(7);
    assertThat(cpuSeconds(List.of(parentReadBefore, COLLECTED, COLLECTED))).isEqualTo(7);
    assertThat(cpuSeconds(List.of(childReadBefore, COLLECTED, COLLECTED))).isEqualTo(7);
  }

  @Test
  void whereChildrenEndAllTheTimeTheLastReadingIsTaken() {
    List<Map<Long, ProcStat>> readings =
        IntStream.range(0, 10).mapToObj(i -> Map.of(1L, stat(0, 200, i))).toList();

    assertThat(cpuSeconds(readings)).isEqualTo(2.03);
  }

  @Test
  void theTimeOfChildrenThatHaveEndedIsNotLost() throws Exception {
    String compute = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done";
    Process parent =
        new ProcessBuilder(
                "sh",
                "-c",
                "(%s); echo one; read line; (%s); echo two; read line".formatted(compute, compute))
            .start();
    try (BufferedReader lines = parent.inputReader()) {
      ProcessIdentity identity = ProcessIdentity.of(parent.pid()).orElseThrow();
      assertThat(lines.readLine()).isEqualTo("one");
      double one = identity.usage().orElseThrow().cpuSeconds();
      parent.getOutputStream().write('\n');
      parent.getOutputStream().flush();
      assertThat(lines.readLine()).isEqualTo("two");

      assertThat(one).isPositive();
      assertThat(identity.usage().orElseThrow().cpuSeconds()).isGreaterThan(one);
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  private static long rssBytes(Process process) {
    return ProcessIdentity.of(process.pid()).orElseThrow().usage().orElseThrow().rssBytes();
  }

  @Test
  void aZombieHasEndedOnlyWithItsLastThread() {
    String zombie = "1 (x) Z 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 THREADS 0 5 0 0";

    assertThat(ProcStat.parse(zombie.replace("THREADS", "1")).ended()).isTrue();
    assertThat(ProcStat.parse(zombie.replace("THREADS", "3")).ended()).isFalse();
  }
}
