package io.hybridycsb.veritas.core.bench;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A record of the shared log: a vote, and a block of updates of workload A that a client has signed
 * at once. The node that reads it knows the client's signature already, and verifies the record's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EntryCodecBenchmark {
  /** Updates in the block; 0: the record is a vote alone. */
  @Param({"0", "32"})
  private int updates;

  private final ClusterConfig cluster = TestKeys.cluster(ClusterConfig.ApprovalPolicy.ALL, 4, 1);
  private final TransactionChecker checker =
      new TransactionChecker(cluster, TransactionLimits.DEFAULT);
  private final LogCodec codec = new LogCodec(cluster, checker);
  private final VoteBody vote =
      VoteBody.newBuilder().setCluster(cluster.cluster()).setVoter("node1").build();

  private List<CheckedTransaction> block;
  private LogEntry entry;

  @Setup
  public void prepare() {
    block = Updates.signed(1, updates).stream().map(checker::check).toList();
    entry = new LogEntry(0, write());
    if (!(read().get(0) instanceof LogItem.CastVote)) {
      throw new IllegalStateException("expected a vote, not " + read());
    }
  }

  /** Hashes, signs and encodes it. */
  @Benchmark
  public byte[] write() {
    return codec.encode(TestKeys.node(1), vote, block).record();
  }

  /** Parses it, and checks all of it. */
  @Benchmark
  public List<LogItem> read() {
    return codec.decode(entry);
  }
}
