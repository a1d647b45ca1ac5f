package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Block;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LogCodecTest {
  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
  private final LogCodec codec =
      new LogCodec(CLUSTER, new TransactionChecker(CLUSTER, TransactionLimits.DEFAULT));
  private final List<CheckedTransaction> content =
      List.of(
          at(1).put("a", "x").checkedAndSigned(),
          at(2).put("b", "y").checkedAndSigned(),
          at(3).put("c", "z").checked());

  private byte[] block(String proposer, SigningKey key) {
    return codec.encodeBlock(proposer, key, 5, content).record();
  }

  private byte[] vote(String voter, SigningKey key, String cluster) {
    return codec
        .encodeVote(
            key, VoteBody.newBuilder().setCluster(cluster).setVoter(voter).setUpToHeight(3).build())
        .record();
  }

  private void expectIgnored(byte[] record, String reason) {
    assertThat(codec.decode(new LogEntry(9, record)))
        .isInstanceOfSatisfying(
            LogItem.Ignored.class,
            ignored -> {
              assertThat(ignored.position()).isEqualTo(9);
              assertThat(ignored.reason()).contains(reason);
            });
  }

  @Test
  void aBlockComesBackWithEachTransactionChecked() {
    assertThat(codec.decode(new LogEntry(9, block("node1", TestKeys.node(1)))))
        .isInstanceOfSatisfying(
            LogItem.OrderedBlock.class,
            block -> {
              assertThat(block.position()).isEqualTo(9);
              assertThat(block.block().getSequence()).isEqualTo(5);
              assertThat(block.transactions())
                  .extracting(CheckedTransaction::fault)
                  .containsExactly(null, null, Outcome.BAD_SIGNATURE);
            });
  }

  @Test
  void aVoteComesBack() {
    assertThat(codec.decode(new LogEntry(9, vote("node2", TestKeys.node(2), "test"))))
        .isInstanceOfSatisfying(
            LogItem.CastVote.class, vote -> assertThat(vote.body().getUpToHeight()).isEqualTo(3));
  }

  @Test
  void recordsThatNoNodeHasSignedAreIgnored() {
    expectIgnored(block("node1", TestKeys.node(2)), "a block that node1 has not signed");
    expectIgnored(block("nobody", TestKeys.node(1)), "a block by an unknown node");
    expectIgnored(vote("node1", TestKeys.node(2), "test"), "a vote that node1 has not signed");
    expectIgnored(vote("nobody", TestKeys.node(1), "test"), "a vote by an unknown node");
    expectIgnored(vote("node1", TestKeys.node(1), "other"), "a vote by an unknown node");
  }

  @Test
  void aBlockCannotBeChangedAfterItWasSigned() throws InvalidProtocolBufferException {
    Block signed = LogRecord.parseFrom(block("node1", TestKeys.node(1))).getBlock();
    List<Block> changed =
        List.of(
            signed.toBuilder().setSequence(6).build(),
            signed.toBuilder().setProposer("node2").build(),
            signed.toBuilder().removeTransactions(2).build(),
            signed.toBuilder().addTransactions(signed.getTransactions(0)).build(),
            signed.toBuilder()
                .setTransactions(0, signed.getTransactions(1))
                .setTransactions(1, signed.getTransactions(0))
                .build());
    for (Block block : changed) {
      expectIgnored(LogRecord.newBuilder().setBlock(block).build().toByteArray(), "not signed");
    }
  }

  @Test
  void garbageIsIgnored() {
    expectIgnored(new byte[] {(byte) 0xff, 1, 2}, "can't be read");
    expectIgnored(new byte[0], "is empty");
    LogRecord.Builder badVote = LogRecord.newBuilder();
    badVote.getVoteBuilder().setBody(com.google.protobuf.ByteString.copyFromUtf8("\u0001"));
    expectIgnored(badVote.build().toByteArray(), "a vote that can't be read");
  }

  @Property(tries = 300)
  void aChangedByteNeverMakesAnotherVote(@ForAll long seed) throws InvalidProtocolBufferException {
    Random random = new Random(seed);
    byte[] good = vote("node1", TestKeys.node(1), "test");
    byte[] bad = good.clone();
    bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
    LogItem item = codec.decode(new LogEntry(9, bad));
    if (item instanceof LogItem.CastVote vote) {
      // Only what is outside the signed bytes may have changed, such as an unknown field's number.
      assertThat(vote.vote().getBody()).isEqualTo(LogRecord.parseFrom(good).getVote().getBody());
    }
  }

  @Property(tries = 500)
  void bytesThatMeanNothingStopNobody(@ForAll byte[] record) {
    assertThat(codec.decode(new LogEntry(9, record))).isInstanceOf(LogItem.Ignored.class);
  }
}
