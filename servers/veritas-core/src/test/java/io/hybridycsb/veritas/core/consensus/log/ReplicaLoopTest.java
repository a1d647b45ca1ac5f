package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.ReplicaLoop.State;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.VoteBody;
import org.junit.jupiter.api.Test;

class ReplicaLoopTest {
  private final NodeContext node =
      TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), NodeOptions.DEFAULT);

  /** Of a node that has no blocks. */
  private ReplicaLoop loop(long endOfLog) {
    Replica replica = new Replica(node, ApprovalRule.NONE);
    LogChannel channel = new LogChannel(node, new InMemorySharedLog(), 0);
    return new ReplicaLoop(node, channel, replica, new Pacer(0, 1, 0), endOfLog, System::nanoTime);
  }

  private static void assertRefused(ReplicaLoop loop, String from, State to) {
    assertThatThrownBy(() -> loop.moveTo(to))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("node1 can't go from " + from + " to " + to)
        .hasMessageContaining("position 0 of the log")
        .hasMessageContaining("0 blocks ordered, 0 decided; last vote ");
  }

  @Test
  void aNodeThatCatchesUpNeitherServesNorVotes() {
    ReplicaLoop loop = loop(5);
    assertThat(loop.caughtUp().getCount()).isEqualTo(1);
    assertRefused(loop, "CATCHING_UP", State.VOTE_SENT);
    loop.moveTo(State.READY);
    assertThat(loop.caughtUp().getCount()).isZero();
  }

  @Test
  void oneVoteIsOnItsWayAtATime() {
    ReplicaLoop loop = loop(0);
    loop.moveTo(State.VOTE_SENT);
    assertRefused(loop, "VOTE_SENT", State.VOTE_SENT);
    loop.moveTo(State.READY);
    loop.moveTo(State.VOTE_SENT);
  }

  @Test
  void aNodeThatHasCaughtUpDoesNotCatchUpAgain() {
    ReplicaLoop loop = loop(0);
    assertRefused(loop, "READY", State.CATCHING_UP);
    assertRefused(loop, "READY", State.READY);
    loop.moveTo(State.VOTE_SENT);
    assertRefused(loop, "VOTE_SENT", State.CATCHING_UP);
  }

  /** A vote costs all nodes much the same however many blocks it covers. */
  @Test
  void blocksThatComeWhileTheLastVoteIsUndecidedShareTheNextOne() throws Exception {
    ClusterConfig cluster = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
    NodeOptions onePerBlock =
        new NodeOptions(1, 1 << 20, 0, 5, 0, 16, 0, 100, TransactionLimits.DEFAULT);
    NodeContext one =
        TestContext.of(
            cluster,
            "node1",
            TestKeys.node(1),
            new InMemoryLedgerStore(),
            new InMemoryStateStore(),
            onePerBlock);
    InMemorySharedLog log = new InMemorySharedLog();
    SteppedConsensus consensus =
        new SteppedConsensus(one, log, ApprovalRule.NONE, System::nanoTime);
    for (int i = 1; i <= 3; i++) {
      Transaction put = at(i).put("key" + i, "x").signedBy(TestKeys.client(1));
      one.clients().commits().put(new TestConnection().commit(put));
      consensus.propose();
      consensus.fetch();
      consensus.replicate();
    }
    assertThat(log.records()).hasSize(4);

    VoteBody ofTheOther =
        VoteBody.newBuilder()
            .setCluster(cluster.cluster())
            .setVoter("node2")
            .setUpToHeight(1)
            .setDecidedHash(ByteString.copyFrom(new byte[32]))
            .setConfigHash(ByteString.copyFrom(one.self().rules().hash()))
            .build();
    LogCodec codec = new LogCodec(cluster, one.self().checker());
    log.append(codec.encodeVote(TestKeys.node(2), ofTheOther).record());
    consensus.fetch();
    consensus.replicate();
    assertThat(log.records()).hasSize(6);
    LogRecord newest = LogRecord.parseFrom(log.records().get(5));
    assertThat(VoteBody.parseFrom(newest.getVote().getBody()).getUpToHeight()).isEqualTo(3);
  }
}
