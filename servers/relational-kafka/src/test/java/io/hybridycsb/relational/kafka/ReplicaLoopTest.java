package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.relational.node.BlockBudget;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The only node of a cluster, on a log in memory. */
class ReplicaLoopTest {
  private static final BlockBudget BUDGET = new BlockBudget(Duration.ofSeconds(1));

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SigningKey KEY = Ed25519.generate();

  private final InMemorySharedLog log = new InMemorySharedLog();
  private final LogCodec codec =
      new LogCodec(
          new ClusterConfig(
              "shop",
              ApprovalPolicy.ALL,
              "",
              List.of(new Member("node1", "127.0.0.1:1", KEY.publicKey())),
              List.of(),
              Optional.empty(),
              Map.of()));
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ExecutedBlocks blocks = new ExecutedBlocks();
  private Thread thread;

  /** A database of hashes, each of which is the block's height. */
  private static final class ExecutedBlocks implements BlockExecutor {
    private final List<BlockHash> executed = new ArrayList<>();
    private volatile long decided;
    private RuntimeException failure;

    @Override
    public List<BlockHash> lastBlocks(int count) {
      return List.copyOf(executed);
    }

    @Override
    public Optional<Hash> execute(LogItem.Block block) {
      if (failure != null) {
        throw failure;
      }
      Hash hash = VoteTallyTest.hash("hash " + block.height());
      executed.add(new BlockHash(block.height(), hash));
      return Optional.of(hash);
    }

    @Override
    public void decided(long height) {
      decided = height;
    }
  }

  private ReplicaLoop loop() {
    InMemorySharedLog own = new InMemorySharedLog(log);
    Proposer proposer =
        new Proposer(own, new Proposer.Limits(1, 1, 0, 1), transaction -> 1, BUDGET, () -> 0);
    return new ReplicaLoop(
        own,
        codec,
        new Replica("node1", 1, blocks),
        proposer,
        votes -> codec.votes("node1", KEY, votes),
        ended::completeExceptionally);
  }

  private void start(ReplicaLoop loop) {
    thread = new Thread(loop, "replica");
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (thread != null) {
      thread.interrupt();
      thread.join(PATIENCE.toMillis());
    }
  }

  private void appendBlock() {
    log.append(LogCodec.block(7, List.of(new byte[] {1})));
  }

  private List<LogItem> items() {
    List<LogItem> items = new ArrayList<>();
    for (byte[] record : log.records()) {
      items.add(codec.decode(new LogEntry(items.size(), record)));
    }
    return items;
  }

  @Test
  void whatStoodInTheLogIsExecutedBeforeTheNodeVotesAndServes() {
    appendBlock();
    appendBlock();
    ReplicaLoop loop = loop();
    assertThat(loop.behind()).contains("it has read 0 of 2 records of the log");
    start(loop);
    await().atMost(PATIENCE).until(() -> blocks.decided == 2);
    assertThat(loop.behind()).isEmpty();
    assertThat(items().get(2))
        .isEqualTo(
            new LogItem.Votes(
                2,
                "node1",
                List.of(
                    new BlockHash(1, VoteTallyTest.hash("hash 1")),
                    new BlockHash(2, VoteTallyTest.hash("hash 2")))));
    appendBlock();
    await().atMost(PATIENCE).until(() -> blocks.decided == 4);
    assertThat(loop.undecided()).isZero();
  }

  @Test
  void aNodeThatStartsAgainGoesOnWithTheNextRecordAndVotesOnceMore() {
    appendBlock();
    blocks.execute(new LogItem.Block(1, 7, List.of()));
    start(loop());
    await().atMost(PATIENCE).until(() -> blocks.decided == 1);
    assertThat(blocks.executed).hasSize(1);
  }

  @Test
  void recordsOfOthersAreOverlooked() {
    log.append(new byte[] {1, 2, 3});
    appendBlock();
    start(loop());
    await().atMost(PATIENCE).until(() -> blocks.decided == 2);
  }

  @Test
  void aLogThatIsShorterThanTheDatabaseIsAnotherOne() {
    appendBlock();
    blocks.execute(new LogItem.Block(5, 7, List.of()));
    assertThatThrownBy(this::loop)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the log has 1 records, and the database has executed block 5: are both this"
                + " cluster's?");
  }

  @Test
  void whatTheNodeCannotGoOnFromIsTold() {
    blocks.failure = new IllegalStateException("the database is gone");
    start(loop());
    appendBlock();
    assertThatThrownBy(() -> ended.get())
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("the database is gone");
  }
}
