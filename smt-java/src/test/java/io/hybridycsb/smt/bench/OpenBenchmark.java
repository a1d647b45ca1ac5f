package io.hybridycsb.smt.bench;

import io.hybridycsb.smt.FileNodeStore;
import io.hybridycsb.smt.FileNodeStore.Durability;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Opening a file store of a million keys: reading the log, sorting, hashing every node. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
public class OpenBenchmark {
  private static final int KEYS = 1_000_000;

  @Param({"1", "4"})
  private int threads;

  private ExecutorService executor;
  private Path directory;

  @Setup(Level.Trial)
  public void load() throws IOException {
    executor = Executors.newFixedThreadPool(Math.max(1, threads - 1));
    directory = Files.createTempDirectory("smt-open");
    try (FileNodeStore store = FileNodeStore.open(directory, Durability.PROCESS_KILL)) {
      new Workload().load(SparseMerkleTree.open(store, Options.defaults()), KEYS);
    }
  }

  @TearDown(Level.Trial)
  public void clean() throws IOException {
    executor.shutdown();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }

  @Benchmark
  public byte[] openMillion() throws IOException {
    try (FileNodeStore store = FileNodeStore.open(directory)) {
      Options options = Options.defaults().parallelism(threads, executor);
      return SparseMerkleTree.open(store, options).latest().root();
    }
  }
}
