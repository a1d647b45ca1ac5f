package io.hybridycsb.smt.bench;

import com.sun.management.OperatingSystemMXBean;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.SparseMerkleTree;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * CPU time per update, garbage collection and compilation included: unlike elapsed time it means
 * something on a machine that does other work too.
 */
public final class UpdateCpu {
  private static final int KEYS = 100_000;
  private static final int ROUNDS = 8;
  private static final int UPDATES_PER_ROUND = 2_000_000;
  private static final int SINGLES_PER_ROUND = 500_000;
  private static final int PREPARED_BATCHES = 256;

  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final Workload workload = new Workload();
  private final SparseMerkleTree tree = SparseMerkleTree.inMemory();

  private UpdateCpu() {
    workload.load(tree, KEYS);
  }

  /** Prints CPU and elapsed microseconds per update for each round. */
  public static void main(String[] args) {
    UpdateCpu bench = new UpdateCpu();
    for (int round = 1; round <= ROUNDS; round++) {
      System.out.println("round " + round + ", CPU and elapsed time per update:");
      bench.measure("batches of 1,000", 1_000, UPDATES_PER_ROUND, false);
      bench.measure(
          "batches of 1,000, keys and values hashed before", 1_000, UPDATES_PER_ROUND, true);
      bench.measure("single updates", 1, SINGLES_PER_ROUND, false);
    }
  }

  private void measure(String name, int batch, int updates, boolean hashedBefore) {
    List<List<Change>> prepared = new ArrayList<>();
    for (int i = 0; hashedBefore && i < PREPARED_BATCHES; i++) {
      prepared.add(workload.puts(batch, KEYS));
    }
    long version = tree.latest().version();
    long cpuNs = process.getProcessCpuTime();
    long startNs = System.nanoTime();
    for (int i = 0; i < updates / batch; i++) {
      List<Change> changes =
          hashedBefore ? prepared.get(i % PREPARED_BATCHES) : workload.puts(batch, KEYS);
      tree.update(++version, changes);
    }
    double elapsedUs = (System.nanoTime() - startNs) / 1e3 / updates;
    double cpuUs = (process.getProcessCpuTime() - cpuNs) / 1e3 / updates;
    System.out.printf("  %5.2f us %5.2f us  %s%n", cpuUs, elapsedUs, name);
  }
}
