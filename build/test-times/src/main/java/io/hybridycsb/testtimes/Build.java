package io.hybridycsb.testtimes;

import io.hybridycsb.harness.process.ProcStat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A build until its table is printed.
 *
 * @param maven what Maven's process has used; empty where the platform doesn't report it
 */
record Build(List<TestClass> classes, double wallSeconds, Optional<ProcStat> maven) {

  /** The build whose Maven has started this process. */
  static Build since(Instant begin, List<TestClass> classes) {
    return new Build(
        classes,
        Duration.between(begin, Instant.now()).toMillis() / 1000.0,
        ProcessHandle.current().parent().flatMap(parent -> ProcStat.read(parent.pid())));
  }

  /** Of Maven and the commands it has waited for, and of servers, which are not among them. */
  OptionalDouble cpuSeconds() {
    return maven.stream()
        .mapToDouble(stat -> stat.use().cpuSeconds() + ofIntegrationTests(ClassUse.Used::servers))
        .findFirst();
  }

  /** Of the commands that Maven has waited for, without the integration tests. */
  OptionalDouble unitTestsCpuSeconds() {
    return maven.stream()
        .mapToDouble(
            stat -> stat.childrenCpuSeconds() - ofIntegrationTests(ClassUse.Used::processes))
        .findFirst();
  }

  private double ofIntegrationTests(ToDoubleFunction<ClassUse.Used> part) {
    return classes.stream()
        .flatMap(test -> test.use().stream())
        .flatMap(use -> use.cpu().stream())
        .mapToDouble(part)
        .sum();
  }
}
