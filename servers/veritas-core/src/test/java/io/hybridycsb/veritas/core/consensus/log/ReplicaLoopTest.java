package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.VoteBody;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReplicaLoopTest {
  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);

  private final TestConnection client = new TestConnection();
  private boolean refuses;
  private volatile boolean waitsForever;
  private long nanos = System.nanoTime();

  private final InMemorySharedLog log =
      new InMemorySharedLog() {
        @Override
        public CompletableFuture<Void> append(byte[] record) {
          return refuses
              ? CompletableFuture.failedFuture(new LogException("broker gone"))
              : super.append(record);
        }

        @Override
        public List<LogEntry> poll(long timeoutMs) {
          return super.poll(timeoutMs > 0 && waitsForever ? Long.MAX_VALUE : timeoutMs);
        }
      };

  private NodeContext node;
  private SteppedConsensus consensus;

  /** The first of two nodes, both of which have to vote. */
  private void start(int blockTransactionsMax) {
    NodeOptions options =
        new NodeOptions(blockTransactionsMax, 1 << 20, 0, 0, 16, 0, 100, TransactionLimits.DEFAULT);
    node =
        TestContext.of(
            CLUSTER,
            "node1",
            TestKeys.node(1),
            new InMemoryLedgerStore(),
            new InMemoryStateStore(),
            options);
    consensus = new SteppedConsensus(node, log, ApprovalRule.NONE, () -> nanos);
  }

  private void commit(long timestamp) throws InterruptedException {
    Transaction put = at(timestamp).put("key" + timestamp, "x").signedBy(TestKeys.client(1));
    node.clients().commits().offer(client.commit(put));
    consensus.propose();
  }

  private LogRecord record(int index) {
    try {
      return LogRecord.parseFrom(log.records().get(index));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private VoteBody vote(int index) {
    try {
      return VoteBody.parseFrom(record(index).getVote());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private List<Integer> blockSizes() {
    return log.records().stream()
        .map(
            bytes -> {
              try {
                return LogRecord.parseFrom(bytes).getTransactionsCount();
              } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  private void otherVotes(long upToHeight) {
    VoteBody vote =
        VoteBody.newBuilder()
            .setCluster(CLUSTER.cluster())
            .setVoter("node2")
            .setUpToHeight(upToHeight)
            .setDecidedHash(ByteString.copyFrom(new byte[32]))
            .setConfigHash(ByteString.copyFrom(node.self().rules().hash()))
            .build();
    LogCodec codec = new LogCodec(CLUSTER, node.self().checker());
    log.append(codec.encode(TestKeys.node(2), vote, List.of()).record());
  }

  @Test
  void aLoneTransactionWaitsForNothing() throws InterruptedException {
    start(100);
    commit(1);
    consensus.replicate();
    assertThat(blockSizes()).containsExactly(1);
  }

  @Test
  void whatComesTogetherIsOneBlock() throws InterruptedException {
    start(100);
    commit(1);
    commit(2);
    commit(3);
    consensus.replicate();
    assertThat(blockSizes()).containsExactly(3);
  }

  /** A record costs all nodes much the same whatever it holds. */
  @Test
  void whatComesInARoundSharesTheNextRecordWithTheNextVote() throws InterruptedException {
    start(100);
    commit(1);
    consensus.replicate();
    commit(2);
    consensus.replicate();
    assertThat(blockSizes())
        .as("the vote on the first block, with the second")
        .containsExactly(1, 1);
    assertThat(vote(1).getUpToHeight()).isEqualTo(1);
    commit(3);
    consensus.replicate();
    commit(4);
    consensus.replicate();
    assertThat(log.records()).as("the first block is undecided").hasSize(2);

    otherVotes(1);
    consensus.replicate();
    assertThat(blockSizes()).containsExactly(1, 1, 0, 2);
    assertThat(vote(3).getUpToHeight()).isEqualTo(2);
    assertThat(vote(3).getDecidedHeight()).as("the first block is built afterwards").isZero();
  }

  @Test
  void aFullBlockWaitsForNoRound() throws InterruptedException {
    start(2);
    for (int i = 1; i <= 5; i++) {
      commit(i);
      consensus.replicate();
    }
    assertThat(blockSizes())
        .as("the third, while the second is undecided")
        .containsExactly(1, 1, 2);
  }

  @Test
  void recordsAreNumbered() throws InterruptedException {
    start(1);
    for (int i = 1; i <= 3; i++) {
      commit(i);
      consensus.replicate();
    }
    assertThat(List.of(vote(0), vote(1), vote(2)))
        .extracting(VoteBody::getSequence)
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void whenARecordCannotBeAppendedItsClientsLearnThatTheOutcomeIsUnknownAndMaySendAgain()
      throws InterruptedException {
    start(100);
    refuses = true;
    commit(1);
    consensus.replicate();
    Failure failure = client.next().getFailure();
    assertThat(failure.getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(failure.getMessage()).contains("broker gone");
    refuses = false;
    commit(1);
    consensus.replicate();
    assertThat(blockSizes()).as("a log that refuses isn't asked again at once").isEmpty();
    nanos += TimeUnit.SECONDS.toNanos(1);
    consensus.replicate();
    assertThat(blockSizes()).containsExactly(1);
  }

  @Test
  void aVoteThatCouldNotBeAppendedIsCastAgain() throws InterruptedException {
    start(100);
    commit(1);
    consensus.replicate();
    refuses = true;
    consensus.replicate();
    assertThat(log.records()).hasSize(1);
    refuses = false;
    nanos += TimeUnit.SECONDS.toNanos(1);
    consensus.replicate();
    assertThat(vote(1).getUpToHeight()).isEqualTo(1);
  }

  @Test
  void aNodeThatCatchesUpNeitherVotesNorServes() throws InterruptedException {
    start(100);
    commit(1);
    consensus.replicate();
    start(100);
    assertThat(consensus.isCaughtUp()).isFalse();
    commit(2);
    consensus.replicate();
    assertThat(consensus.isCaughtUp()).isTrue();
    assertThat(blockSizes()).containsExactly(1, 1);
  }

  /** With its own threads, which nobody moves by hand, and a log that ends no wait by itself. */
  @Test
  void aTransactionWakesANodeThatWaitsForARecord() throws InterruptedException {
    start(100);
    waitsForever = true;
    Thread replica = new Thread(consensus.replica());
    Thread proposer = new Thread(consensus.proposer());
    replica.start();
    proposer.start();
    for (int i = 1; i <= 50; i++) {
      int height = i;
      Transaction put = at(i).put("a" + i, "x").signedBy(TestKeys.client(1));
      node.clients().commits().offer(client.commit(put));
      await().atMost(Duration.ofMinutes(1)).until(() -> log.records().size() >= 2 * height - 1);
      otherVotes(height);
      assertThat(client.next().getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
    }
    for (Thread each : List.of(replica, proposer)) {
      each.interrupt();
      each.join();
    }
  }
}
