package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;

class UsageTest {
  /** Between two system calls of one look at it, too: hence many of them. */
  @RepeatedTest(300)
  void aProcessThatEndsWhileItIsLookedAtIsNoFailure() throws Exception {
    Process process = new ProcessBuilder("/bin/true").start();
    try {
      Optional<Usage> usage;
      do {
        usage = Usage.of(process.pid());
      } while (usage.isPresent());
      assertThat(usage).isEmpty();
    } finally {
      process.waitFor();
    }
  }
}
