package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A replica that reads its log again decides as it did, or stops. */
class ReplicaRestartTest extends ReplicaFixture {
  @Test
  void aVoteMeetsAfterARestartTheDecidedHeightThatItMetTheFirstTime() {
    List<LogItem> log =
        List.of(
            block(0, at(5).put("a", "x").checked()),
            block(1, at(6).put("b", "x").checked()),
            vote(2, wrong("node2", 1, 1)),
            vote(3, "node1", 1, 0),
            vote(4, "node2", 1, 0),
            block(5, at(7).put("c", "x").checked()),
            vote(6, "node1", 3, 0),
            vote(7, "node2", 3, 0));
    process(log);
    assertThat(ledgerStore.height()).isEqualTo(3);
    replica = start(2, ApprovalPolicy.ALL);
    assertThat(replica.startPosition()).isEqualTo(1);
    process(log.subList(1, log.size()));
    assertThat(replica.orderedHeight()).isEqualTo(3);
    assertThat(replica.isAttestationDue()).isTrue();
  }

  /** The vote of a record counts before its block: the first time, and when it is read again. */
  @Test
  void aRestartAtARecordWhoseVoteDecidedTheBlockBeforeItsOwnFindsTheSame() {
    List<LogItem> log =
        List.of(
            block(0, at(5).put("a", "x").checked()),
            vote(1, "node1", 1, 0),
            vote(2, "node2", 1, 0),
            block(2, at(6).put("a", "y").checked()),
            vote(3, "node1", 2, 0),
            vote(4, "node2", 2, 0));
    assertThat(process(log))
        .extracting(decision -> Outcome.forNumber(decision.location().outcome()))
        .containsExactly(Outcome.COMMITTED, Outcome.COMMITTED);
    replica = start(2, ApprovalPolicy.ALL);
    assertThat(replica.startPosition()).isEqualTo(2);
    process(log.subList(2, 4));
    assertThat(replica.decidedHeight()).as("not before the vote is counted again").isZero();
    process(log.subList(4, 6));
    assertThat(replica.decidedHeight()).isEqualTo(2);
    assertThat(replica.orderedHeight()).isEqualTo(2);
  }

  @Test
  void aTransactionGetsTheSameReasonWhenItsBlockIsOrderedAgainAfterARestart() {
    OrderedBlock first = block(0, at(9).put("a", "x").checked());
    OrderedBlock second = block(1, at(5).put("a", "y").checked());
    List<LogItem> begin = List.of(first, second, vote(2, "node1", 1, 0), vote(3, "node2", 1, 0));
    process(begin);
    assertThat(ledgerStore.height()).isEqualTo(1);
    replica = start(2, ApprovalPolicy.ALL);
    process(begin);
    List<Decision> decisions = process(List.of(vote(4, "node1", 2, 1), vote(5, "node2", 2, 1)));
    assertThat(decisions)
        .singleElement()
        .satisfies(
            d -> assertThat(d.location().outcome()).isEqualTo(Outcome.PENDING_CONFLICT_VALUE));
  }

  @Test
  void afterARestartAReadStillWaitsForTheWriterThatIsUndecided() {
    List<LogItem> log =
        List.of(
            block(0, at(5).put("a", "x").checked()),
            block(1, at(6).put("a", "y").checked()),
            vote(2, "node1", 1, 0),
            vote(3, "node2", 1, 0));
    process(log);
    replica = start(2, ApprovalPolicy.ALL);
    process(log);
    AtomicBoolean ran = new AtomicBoolean();
    gate.whenOpen(List.of(key("a")), () -> ran.set(true));
    assertThat(ran).isFalse();
    process(List.of(vote(4, "node1", 2, 1), vote(5, "node2", 2, 1)));
    assertThat(ran).isTrue();
  }

  @Test
  void anotherLogThanTheOneTheLedgerIsMadeOfStopsTheNode() {
    List<LogItem> log = decided();
    process(log);
    replica = start(2, ApprovalPolicy.ALL);
    OrderedBlock other = block(0, at(6).put("a", "x").checked());
    OrderedBlock forged =
        new OrderedBlock(0, SELF, ByteString.EMPTY, ByteString.EMPTY, other.transactions());
    assertThatThrownBy(() -> process(List.of(forged)))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("height 1")
        .hasMessageContaining("is it the same log?");
    replica = start(2, ApprovalPolicy.ALL);
    assertThatThrownBy(
            () -> process(List.of(log.get(0), vote(1, "node1", 1, 0), vote(7, "node2", 1, 0))))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("position 7");
  }
}
