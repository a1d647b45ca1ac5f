package io.hybridycsb.veritas.core.bench;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.SteppedConsensus;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What an update takes of one node. One thread moves the consensus of four nodes over a log and
 * stores in memory, with rounds of 80 updates, 20 of each node's clients. An operation is one
 * update at one node, so an update takes four of them. Bytes allocated: {@code -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = RoundBenchmark.WARMUPS)
@Measurement(iterations = RoundBenchmark.MEASUREMENTS)
public class RoundBenchmark {
  static final int WARMUPS = 15;
  static final int MEASUREMENTS = 5;

  private static final int NODES = 4;
  private static final int UPDATES_OF_A_NODE = 20;
  private static final int ROUNDS = 100;
  private static final int UPDATES_OF_A_ROUND = NODES * UPDATES_OF_A_NODE;
  private static final int STEPS_MAX = 1_000;
  private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ClusterConfig cluster =
      TestKeys.cluster(ClusterConfig.ApprovalPolicy.ALL, NODES, 1);
  private final SharedMemory log = new SharedMemory();
  private final List<SteppedConsensus> consensus = new ArrayList<>();
  private final List<NodeContext> nodes = new ArrayList<>();
  private final Deque<List<Transaction>> signed = new ArrayDeque<>();
  private final Client client = new Client();
  private long nowNs;
  private long lastCall;

  /** Counts what was committed. */
  private static final class Client implements ClientConnection {
    private int committed;

    @Override
    public void enqueue(Call answered, Response response) {
      if (response.getCommit().getOutcome() != Outcome.COMMITTED) {
        throw new IllegalStateException("expected a commit, not " + response);
      }
      committed++;
    }

    @Override
    public boolean takesAnswers() {
      return true;
    }

    @Override
    public void flush() {}
  }

  /** Starts the nodes, inserts the records, and signs all updates. */
  @Setup(Level.Trial)
  public void load() throws InterruptedException {
    for (int i = 1; i <= NODES; i++) {
      NodeContext node =
          TestContext.of(
              cluster,
              "node" + i,
              TestKeys.node(i),
              new InMemoryLedgerStore(),
              new InMemoryStateStore(),
              NodeOptions.DEFAULT);
      nodes.add(node);
      consensus.add(new SteppedConsensus(node, log.access(), ApprovalRule.NONE, () -> nowNs));
    }
    long timestamp = 1;
    for (; timestamp <= Updates.KEYS; timestamp += UPDATES_OF_A_NODE) {
      signed.add(Updates.signedInserts(timestamp, UPDATES_OF_A_NODE));
    }
    runRounds(Updates.KEYS / UPDATES_OF_A_ROUND);
    int batches = (WARMUPS + MEASUREMENTS) * ROUNDS * NODES;
    for (int i = 0; i < batches; i++) {
      signed.add(Updates.signed(timestamp, UPDATES_OF_A_NODE));
      timestamp += UPDATES_OF_A_NODE;
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS * UPDATES_OF_A_ROUND * NODES)
  public void update() throws InterruptedException {
    runRounds(ROUNDS);
  }

  private void runRounds(int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      runRound();
    }
  }

  private void runRound() throws InterruptedException {
    client.committed = 0;
    for (NodeContext node : nodes) {
      List<Transaction> batch = signed.poll();
      if (batch == null) {
        throw new IllegalStateException(
            "no more than %d and %d iterations are prepared".formatted(WARMUPS, MEASUREMENTS));
      }
      for (Transaction transaction : batch) {
        node.clients()
            .commit(
                new Call(
                    client,
                    TestConnection.commitRequest(transaction).setId(++lastCall).build(),
                    0,
                    nowNs,
                    nowNs + TimeUnit.MINUTES.toNanos(1)));
      }
    }
    for (int step = 0; client.committed < UPDATES_OF_A_ROUND; step++) {
      if (step == STEPS_MAX) {
        throw new IllegalStateException("a round didn't end");
      }
      step();
    }
  }

  private void step() throws InterruptedException {
    nowNs += STEP_NS;
    for (SteppedConsensus node : consensus) {
      for (int i = 0; i <= UPDATES_OF_A_NODE; i++) {
        node.propose();
      }
    }
    for (SteppedConsensus node : consensus) {
      node.replicate();
    }
  }
}
