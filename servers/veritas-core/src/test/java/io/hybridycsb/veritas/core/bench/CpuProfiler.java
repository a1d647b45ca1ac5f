package io.hybridycsb.veritas.core.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU microseconds of the whole process per operation, by {@code -prof} and this class' name.
 * Unlike elapsed time they mean something on a machine that does other work too.
 */
public final class CpuProfiler implements InternalProfiler {
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long cpuNs;

  @Override
  public String getDescription() {
    return "CPU microseconds of the process per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    cpuNs = process.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double micros = (process.getProcessCpuTime() - cpuNs) / 1e3;
    long operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult("cpu", micros / operations, "us/op", AggregationPolicy.AVG));
  }
}
