package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Block;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentRecordsTest {
  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
  private final LogCodec codec =
      new LogCodec(CLUSTER, new TransactionChecker(CLUSTER, TransactionLimits.DEFAULT));
  private final SentRecords sent = new SentRecords();

  private Outgoing block(long sequence) {
    return codec.encodeBlock(
        "node1",
        TestKeys.node(1),
        sequence,
        List.of(at(1).put("a", "x").checkedAndSigned(), at(2).put("b", "y").checkedAndSigned()));
  }

  private Outgoing vote() {
    return codec.encodeVote(
        TestKeys.node(1),
        VoteBody.newBuilder().setCluster("test").setVoter("node1").setUpToHeight(3).build());
  }

  private static LogEntry entry(Outgoing outgoing) {
    return new LogEntry(9, outgoing.record().clone());
  }

  @Test
  void anOwnRecordComesBackAsAnyNodeReadsIt() {
    for (Outgoing outgoing : List.of(block(1), vote())) {
      sent.add(outgoing);
      assertThat(sent.take(entry(outgoing)))
          .usingRecursiveComparison()
          .withEqualsForType(Block::equals, Block.class)
          .withEqualsForType(Transaction::equals, Transaction.class)
          .withEqualsForType(Vote::equals, Vote.class)
          .withEqualsForType(VoteBody::equals, VoteBody.class)
          .isEqualTo(codec.decode(entry(outgoing)));
    }
  }

  @Test
  void theOrderOfTheirReturnDoesNotMatter() {
    Outgoing first = block(1);
    Outgoing second = block(2);
    sent.add(first);
    sent.add(second);
    assertThat(sent.take(entry(second))).isNotNull();
    assertThat(sent.take(entry(first))).isNotNull();
  }

  @Test
  void aRecordWithOneOtherByteIsNotOurs() {
    Outgoing outgoing = block(1);
    sent.add(outgoing);
    LogEntry changed = entry(outgoing);
    changed.record()[changed.record().length / 2] ^= 1;
    assertThat(sent.take(changed)).isNull();
  }

  @Test
  void aRecordCountsAsOursOnce() {
    Outgoing outgoing = block(1);
    sent.add(outgoing);
    assertThat(sent.take(entry(outgoing))).isNotNull();
    assertThat(sent.take(entry(outgoing))).isNull();
  }

  @Test
  void recordsThatNeverComeBackAreForgotten() {
    Outgoing lost = block(0);
    sent.add(lost);
    for (int i = 1; i <= 64; i++) {
      sent.add(block(i));
    }
    assertThat(sent.take(entry(lost))).isNull();
  }
}
