package io.hybridycsb.smt.bench;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Updates of a tree of 100,000 keys, the hashing of keys and values included unless it says so. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class UpdateBenchmark {
  private static final int KEYS = 100_000;
  private static final int BATCH = 1_000;
  private static final int PREPARED_BATCHES = 256;

  @Param({"1", "4"})
  private int threads;

  private final Workload workload = new Workload();
  private final List<List<Change>> prepared = new ArrayList<>();
  private ExecutorService executor;
  private SparseMerkleTree tree;
  private long version;

  @Setup(Level.Trial)
  public void load() {
    executor = Executors.newFixedThreadPool(Math.max(1, threads - 1));
    tree = SparseMerkleTree.inMemory(Options.defaults().parallelism(threads, executor));
    workload.load(tree, KEYS);
    version = tree.latest().version();
    for (int i = 0; i < PREPARED_BATCHES; i++) {
      prepared.add(workload.puts(BATCH, KEYS));
    }
  }

  @TearDown(Level.Trial)
  public void stop() {
    executor.shutdown();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public byte[] batchOf1000() {
    return tree.update(++version, workload.puts(BATCH, KEYS));
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public byte[] batchOf1000AlreadyHashed() {
    return tree.update(++version, prepared.get((int) (version % PREPARED_BATCHES)));
  }

  @Benchmark
  public byte[] single() {
    return tree.update(++version, workload.puts(1, KEYS));
  }
}
