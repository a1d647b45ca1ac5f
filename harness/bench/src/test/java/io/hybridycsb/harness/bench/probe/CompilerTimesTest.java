package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompilerTimesTest {
  private static final long PID = 7;

  private final Map<Long, String> threads = new HashMap<>();
  private int reads;
  private final CompilerTimes times =
      new CompilerTimes(
          pid -> threads.keySet(),
          (pid, thread) -> {
            reads++;
            return Optional.ofNullable(threads.get(thread)).map(ThreadUse::parse);
          });

  private void runs(long id, String name, int startTicks, double cpuSeconds) {
    threads.put(
        id,
        "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 %d 0 0 0 20 0 9 0 %d 1000 25 0"
            .formatted(id, name, Math.round(cpuSeconds * 100), startTicks));
  }

  private double secondsAfterALook() {
    times.look(PID);
    return times.seconds();
  }

  @Test
  void aCompilerThatHasEndedCountsWithWhatItHadUsedAtTheLastLook() {
    runs(11, "C2 CompilerThre", 1, 5);
    runs(12, "C1 CompilerThre", 1, 1);
    runs(13, "ycsb-client", 1, 100);
    double begin = secondsAfterALook();
    assertThat(begin).isEqualTo(6);

    threads.remove(11L);
    runs(12, "C1 CompilerThre", 1, 2);
    runs(14, "C2 CompilerThre", 50, 3);
    double end = secondsAfterALook();

    assertThat(end - begin).isEqualTo(4);
  }

  @Test
  void aThreadWithTheNumberOfAnEndedOneIsAnotherThread() {
    runs(11, "C2 CompilerThre", 1, 5);
    times.look(PID);
    runs(11, "C2 CompilerThre", 90, 0.5);

    assertThat(secondsAfterALook()).isEqualTo(5.5);
  }

  @Test
  void aThreadThatGetsItsNameOnlyAfterItHasStartedIsACompilerAllTheSame() {
    runs(11, "java", 1, 0);
    times.look(PID);
    runs(11, "C2 CompilerThre", 1, 0.5);

    assertThat(secondsAfterALook()).isEqualTo(0.5);
  }

  @Test
  void otherThreadsAreNotReadAgainAndAgain() {
    runs(11, "C2 CompilerThre", 1, 5);
    for (long id = 100; id < 200; id++) {
      runs(id, "ycsb-client", 1, 1);
    }
    times.look(PID);
    times.look(PID);
    reads = 0;
    times.look(PID);

    assertThat(reads).isEqualTo(1);
  }

  private static HostSnapshot host(double cpuSeconds) {
    List<ThreadUse> compilers =
        cpuSeconds > 0 ? List.of(new ThreadUse(8, "C1 CompilerThre", 1, cpuSeconds)) : List.of();
    ProcessSnapshot client = ProcessSnapshot.client(0, ProcessUse.ofCpu(9), compilers);
    return new HostSnapshot(4, 0, new TreeMap<>(Map.of("client1", client)));
  }

  @Test
  void theCompilersOfClientsOnOtherHostsCountAlike() {
    times.look(host(3));
    times.look(host(0));

    assertThat(times.seconds()).isEqualTo(3);
  }

  @Test
  void theCompilersOfThisJvmAreFound() {
    CompilerTimes here = new CompilerTimes();
    here.look(ProcessHandle.current().pid());
    double before = here.seconds();
    here.look(ProcessHandle.current().pid());

    assertThat(here.seconds()).isGreaterThanOrEqualTo(before).isPositive();
  }
}
