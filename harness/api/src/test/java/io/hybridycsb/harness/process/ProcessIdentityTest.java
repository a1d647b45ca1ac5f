package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
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
      assertThat(earlier.use()).isEmpty();
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

    assertThat(stat).isEqualTo(new ProcStat(false, 1, 12, 13, 987654, 300));
    assertThat(stat.use()).isEqualTo(new ProcessUse(0.25, 300 * 4096, -1));
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

  /** Between two system calls of one look at it, too: hence many of them. */
  @RepeatedTest(300)
  void aProcessThatEndsWhileItIsLookedAtIsNoFailure() throws Exception {
    Process process = new ProcessBuilder("/bin/true").start();
    try {
      Optional<ProcessUse> use;
      do {
        use = ProcessIdentity.useOf(process.pid());
      } while (use.isPresent());
      assertThat(use).isEmpty();
    } finally {
      process.waitFor();
    }
  }

  private static ProcStat stat(long parent, long cpuTicks, long childrenCpuTicks) {
    return new ProcStat(false, parent, cpuTicks, childrenCpuTicks, 0, 0);
  }

  /** Processes by their ids; each has used a second, and one after the other is read. */
  private static final class Family {
    private final Map<Long, ProcStat> living =
        new HashMap<>(
            Map.of(
                1L,
                stat(0, 100, 0),
                2L,
                stat(1, 100, 0),
                3L,
                stat(2, 100, 0),
                4L,
                stat(1, 100, 0)));
    private final Random random;
    private final Set<Integer> ends;
    private int reads;

    /**
     * @param ends before which reads of a single process one of them ends
     */
    Family(Random random, Set<Integer> ends) {
      this.random = random;
      this.ends = ends;
    }

    Map<Long, ProcStat> read() {
      List<Long> order = new ArrayList<>(living.keySet());
      Collections.shuffle(order, random);
      Map<Long, ProcStat> read = new HashMap<>();
      for (long pid : order) {
        if (ends.contains(reads++)) {
          end(living.containsKey(3L) ? 3 : 2);
        }
        if (living.containsKey(pid)) {
          read.put(pid, living.get(pid));
        }
      }
      return read;
    }

    /** Its parent waits for it, and gets its time and that of its own ended children. */
    private void end(long pid) {
      ProcStat ended = living.remove(pid);
      living.computeIfPresent(
          ended.parent(),
          (id, parent) ->
              stat(
                  parent.parent(),
                  parent.cpuTicks(),
                  parent.childrenCpuTicks() + ended.cpuTicks() + ended.childrenCpuTicks()));
    }
  }

  @Property
  void theTimeOfChildrenThatEndWhileTheyAreLookedAtCountsOnce(
      @ForAll Random random, @ForAll @Size(max = 2) Set<@IntRange(max = 7) Integer> ends) {
    Family family = new Family(random, ends);

    assertThat(ProcessIdentity.consistent(family::read).orElseThrow().cpuSeconds()).isEqualTo(4);
  }

  @Test
  void whereChildrenEndAllTheTimeTheLastReadingIsTaken() {
    AtomicInteger ended = new AtomicInteger();

    assertThat(ProcessIdentity.consistent(() -> Map.of(1L, stat(0, 200, ended.incrementAndGet()))))
        .contains(new ProcessUse(2.04, 0, -1));
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
      double one = identity.use().orElseThrow().cpuSeconds();
      parent.getOutputStream().write('\n');
      parent.getOutputStream().flush();
      assertThat(lines.readLine()).isEqualTo("two");

      assertThat(one).isPositive();
      assertThat(identity.use().orElseThrow().cpuSeconds()).isGreaterThan(one);
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  private static long rssBytes(Process process) {
    return ProcessIdentity.of(process.pid()).orElseThrow().use().orElseThrow().rssBytes();
  }

  @Test
  void aZombieHasEndedOnlyWithItsLastThread() {
    String zombie = "1 (x) Z 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 THREADS 0 5 0 0";

    assertThat(ProcStat.parse(zombie.replace("THREADS", "1")).ended()).isTrue();
    assertThat(ProcStat.parse(zombie.replace("THREADS", "3")).ended()).isFalse();
  }
}
