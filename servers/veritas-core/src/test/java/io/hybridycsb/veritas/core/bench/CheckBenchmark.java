package io.hybridycsb.veritas.core.bench;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** The check of an update of workload A, one of 32 that a client has signed at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CheckBenchmark {
  private static final int BATCH = 32;

  private final ClusterConfig cluster = TestKeys.cluster(ClusterConfig.ApprovalPolicy.ALL, 4, 1);
  private final List<Transaction> batch = Updates.signed(1, BATCH);
  private final TransactionChecker knowing = checker();

  private TransactionChecker checker() {
    return new TransactionChecker(cluster, TransactionLimits.DEFAULT);
  }

  /** With a share of the signature, which is verified once per batch. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void ofANewBatch(Blackhole sink) {
    check(checker(), sink);
  }

  /** Without it. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void ofAKnownBatch(Blackhole sink) {
    check(knowing, sink);
  }

  private void check(TransactionChecker checker, Blackhole sink) {
    for (Transaction transaction : batch) {
      sink.consume(checker.check(transaction));
    }
  }
}
