package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.ReplicaLoop.State;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemorySharedLog;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestContext;
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
}
