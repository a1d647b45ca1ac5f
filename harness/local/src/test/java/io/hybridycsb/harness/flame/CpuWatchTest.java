package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ThreadTimes;
import io.hybridycsb.harness.process.ThreadTimes.Used;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuWatchTest {
  private final Map<Long, Used> threads = new HashMap<>();

  @Test
  void onlyWhatIsUsedAfterTheFirstLookCounts() {
    threads.put(1L, new Used("old", 10, 5));
    CpuWatch watch = new CpuWatch(() -> threads);

    threads.put(1L, new Used("old", 12, 6));
    threads.put(2L, new Used("new", 1, 0));
    watch.look();

    assertThat(watch.used())
        .containsOnly(Map.entry(1L, new Used("old", 2, 1)), Map.entry(2L, new Used("new", 1, 0)));
  }

  @Test
  void aThreadThatHasEndedCountsAsOfTheLastLookAtIt() {
    CpuWatch watch = new CpuWatch(() -> threads);
    threads.put(1L, new Used("short", 3, 0));
    watch.look();

    threads.clear();
    watch.look();

    assertThat(watch.used()).containsOnly(Map.entry(1L, new Used("short", 3, 0)));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theKernelTellsTheThreadsOfAProcessByName() {
    assertThat(ThreadTimes.all(ProcessHandle.current().pid()).values())
        .extracting(Used::name)
        .contains("VM Thread");
  }
}
