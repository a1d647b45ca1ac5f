package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
  private static ProcStat child(long parent, long pages) {
    return new ProcStat(false, parent, 3, 4, 0, pages);
  }

  @Test
  void aProcessHasTheMemoryAndTheCpuTimeOfAllItsDescendants() {
    ProcessTree tree =
        new ProcessTree(
            Map.of(
                1L,
                child(0, 1),
                7L,
                child(1, 10),
                8L,
                child(7, 100),
                9L,
                child(8, 1000),
                10L,
                child(1, 5)));

    Map<Long, ProcessUse> uses = tree.uses(Set.of(7L, 10L, 0L, 99L));
    assertThat(uses).containsOnlyKeys(7L, 10L);
    assertThat(uses.get(7L).rssBytes()).isEqualTo(1110L * 4096);
    assertThat(uses.get(7L).cpuSeconds()).isCloseTo(0.21, within(1e-9));
    assertThat(uses.get(10L)).isEqualTo(new ProcessUse(0.07, 5L * 4096, -1));
    assertThat(tree.rootOf(9, Set.of(7L))).hasValue(7);
    assertThat(tree.rootOf(9, Set.of(8L, 7L))).hasValue(8);
    assertThat(tree.rootOf(1, Set.of(7L))).isEmpty();
  }

  @Test
  void parentsThatHaveEndedMeanwhileAreNoEndlessSearch() {
    ProcessTree tree = new ProcessTree(Map.of(7L, child(8, 1), 8L, child(7, 1)));

    assertThat(tree.rootOf(7, Set.of(1L))).isEmpty();
    assertThat(tree.rootOf(12, Set.of(1L))).isEmpty();
  }

  @Test
  void theProcessesOfThisMachineAreReadWithTheirMemory() {
    long pid = ProcessHandle.current().pid();

    assertThat(ProcessTree.now().uses(Set.of(pid)).get(pid).rssBytes()).isGreaterThan(10_000_000);
  }
}
