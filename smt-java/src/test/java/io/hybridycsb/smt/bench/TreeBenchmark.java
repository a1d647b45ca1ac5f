package io.hybridycsb.smt.bench;

import io.hybridycsb.smt.SparseMerkleTree;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Microseconds of one update, its key and value hashed, by the size of the batch and of the tree.
 * The batches are a client's, a round of a Veritas node, and one that shares much.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TreeBenchmark {
  /** Divided by each size of a batch. */
  private static final int UPDATES = 4_000;

  @Param({"10000", "1000000"})
  private int keys;

  @Param({"32", "80", "1000"})
  private int batch;

  private final Workload workload = new Workload();
  private final SparseMerkleTree tree = SparseMerkleTree.inMemory();
  private long version;

  @Setup(Level.Trial)
  public void load() {
    workload.load(tree, keys);
    version = tree.latest().version();
  }

  @Benchmark
  @OperationsPerInvocation(UPDATES)
  public byte[] update() {
    byte[] root = null;
    for (int done = 0; done < UPDATES; done += batch) {
      root = tree.update(++version, workload.puts(batch, keys));
    }
    return root;
  }
}
