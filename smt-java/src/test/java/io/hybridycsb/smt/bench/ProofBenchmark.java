package io.hybridycsb.smt.bench;

import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.MultiProof;
import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.smt.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Proofs from a tree of 100,000 keys and their verification, one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ProofBenchmark {
  private static final int KEYS = 100_000;
  private static final int MULTI_KEYS = 100;

  private final Workload workload = new Workload();
  private final List<byte[]> multiKeys = new ArrayList<>();
  private final List<Change> claims = new ArrayList<>();
  private final byte[] key = Workload.key(KEYS + 1);
  private final byte[] value = workload.value();
  private Snapshot snapshot;
  private byte[] root;
  private Proof proof;
  private MultiProof multiProof;

  @Setup(Level.Trial)
  public void load() {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    workload.load(tree, KEYS);
    tree.update(tree.latest().version() + 1, List.of(Change.put(key, value)));
    snapshot = tree.latest();
    root = snapshot.root();
    proof = snapshot.prove(key);
    for (int i = 0; i < MULTI_KEYS; i++) {
      byte[] multiKey = Workload.key(workload.below(KEYS));
      multiKeys.add(multiKey);
      claims.add(Change.putHash(multiKey, snapshot.valueHash(multiKey)));
    }
    multiProof = snapshot.proveAll(multiKeys);
  }

  @Benchmark
  public Proof prove() {
    return snapshot.prove(Workload.key(workload.below(KEYS)));
  }

  @Benchmark
  public byte[] proveCompactAndEncode() {
    return snapshot.prove(Workload.key(workload.below(KEYS))).encodeCompact();
  }

  @Benchmark
  public boolean verify() {
    return Verifier.verifyMembership(root, key, value, proof);
  }

  @Benchmark
  public MultiProof prove100() {
    return snapshot.proveAll(multiKeys);
  }

  @Benchmark
  public boolean verify100() {
    return Verifier.verifyAll(root, claims, multiProof);
  }

  @Benchmark
  public byte[] read() {
    return snapshot.valueHash(Workload.key(workload.below(KEYS)));
  }
}
