package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import io.hybridycsb.veritas.core.consensus.log.LogItem.Ignored;
import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LogCodecTest {
  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
  private static final SigningKey KEY = TestKeys.node(1);
  private final LogCodec codec =
      new LogCodec(CLUSTER, new TransactionChecker(CLUSTER, TransactionLimits.DEFAULT));
  private final List<CheckedTransaction> content =
      List.of(
          at(1).put("a", "x").checkedAndSigned(),
          at(2).put("b", "y").checkedAndSigned(),
          at(3).put("c", "z").checked());

  private static VoteBody vote(String voter, String cluster) {
    return VoteBody.newBuilder()
        .setCluster(cluster)
        .setVoter(voter)
        .setUpToHeight(3)
        .setSequence(5)
        .build();
  }

  private byte[] record(String voter, SigningKey key, String cluster) {
    return codec.encode(key, vote(voter, cluster), content).record();
  }

  private LogRecord signed() throws InvalidProtocolBufferException {
    return LogRecord.parseFrom(record("node1", KEY, "test"));
  }

  private List<LogItem> decode(byte[] record) {
    return codec.decode(new LogEntry(9, record));
  }

  private void expectIgnored(byte[] record, String reason) {
    assertThat(decode(record))
        .singleElement()
        .isInstanceOfSatisfying(
            Ignored.class,
            ignored -> {
              assertThat(ignored.position()).isEqualTo(9);
              assertThat(ignored.reason()).contains(reason);
            });
  }

  @Test
  void aRecordSaysItsVoteAndThenItsBlockWithEachTransactionChecked()
      throws InvalidProtocolBufferException {
    byte[] record = record("node1", KEY, "test");
    List<LogItem> items = decode(record);
    assertThat(items).hasSize(2).allSatisfy(item -> assertThat(item.position()).isEqualTo(9));
    assertThat(items.get(0))
        .isInstanceOfSatisfying(
            CastVote.class, vote -> assertThat(vote.body()).isEqualTo(vote("node1", "test")));
    assertThat(items.get(1))
        .isInstanceOfSatisfying(
            OrderedBlock.class,
            block -> {
              assertThat(block.proposer()).isEqualTo("node1");
              assertThat(block.transactions())
                  .extracting(CheckedTransaction::fault)
                  .containsExactly(null, null, Outcome.BAD_SIGNATURE);
            });
  }

  @Test
  void aRecordWithoutTransactionsIsAVoteAlone() {
    byte[] record = codec.encode(KEY, vote("node1", "test"), List.of()).record();
    assertThat(decode(record)).singleElement().isInstanceOf(CastVote.class);
  }

  /** Whoever has the ledger only, or an answer, has no other part of the record. */
  @Test
  void aVoteIsProvedWithoutTheBlockAndABlockWithoutTheVote() {
    List<LogItem> items = decode(record("node1", KEY, "test"));
    Vote vote = ((CastVote) items.get(0)).vote();
    byte[] voteHash = Hashes.sha256(vote.getBody().toByteArray());
    byte[] root = vote.getTransactionsRoot().toByteArray();
    OrderedBlock block = (OrderedBlock) items.get(1);
    assertThat(block.voteHash().toByteArray()).isEqualTo(voteHash);
    assertThat(block.signature()).isEqualTo(vote.getSignature());
    byte[] message = SignedMessages.round("test", voteHash, root);
    assertThat(Ed25519.verify(KEY.publicKey(), message, vote.getSignature().toByteArray()))
        .isTrue();
  }

  @Test
  void recordsThatNoNodeHasSignedAreIgnored() {
    expectIgnored(record("node1", TestKeys.node(2), "test"), "node1 has not signed it");
    expectIgnored(record("nobody", KEY, "test"), "by an unknown node");
    expectIgnored(record("node1", KEY, "other"), "by an unknown node");
  }

  @Test
  void aRecordCannotBeChangedAfterItWasSigned() throws InvalidProtocolBufferException {
    LogRecord signed = signed();
    VoteBody body = VoteBody.parseFrom(signed.getVote());
    List<LogRecord> changed =
        List.of(
                signed.toBuilder().setVote(body.toBuilder().setSequence(6).build().toByteString()),
                signed.toBuilder()
                    .setVote(body.toBuilder().setVoter("node2").build().toByteString()),
                signed.toBuilder()
                    .setVote(body.toBuilder().setUpToHeight(4).build().toByteString()),
                signed.toBuilder().clearTransactions(),
                signed.toBuilder().removeTransactions(2),
                signed.toBuilder().addTransactions(signed.getTransactions(0)),
                signed.toBuilder()
                    .setTransactions(0, signed.getTransactions(1))
                    .setTransactions(1, signed.getTransactions(0)))
            .stream()
            .map(LogRecord.Builder::build)
            .toList();
    for (LogRecord record : changed) {
      expectIgnored(record.toByteArray(), "has not signed it");
    }
  }

  @Test
  void garbageIsIgnored() {
    expectIgnored(new byte[] {(byte) 0xff, 1, 2}, "it can't be read");
    expectIgnored(new byte[0], "it has no vote");
    LogRecord badVote = LogRecord.newBuilder().setVote(ByteString.copyFromUtf8("\u0001")).build();
    expectIgnored(badVote.toByteArray(), "its vote can't be read");
  }

  @Test
  void aLogThatAnOlderReleaseBeganIsRefusedAndSuchARecordInALaterPlaceIsIgnored() {
    byte[] old =
        LogRecord.newBuilder().setOldBlock(ByteString.copyFromUtf8("b")).build().toByteArray();
    assertThatThrownBy(() -> codec.decode(new LogEntry(0, old)))
        .isInstanceOf(LogException.class)
        .hasMessageContaining("an older release began the shared log");
    expectIgnored(old, "an older release's");
  }

  @Property(tries = 300)
  void aChangedByteNeverMakesAnotherRecord(@ForAll long seed)
      throws InvalidProtocolBufferException {
    Random random = new Random(seed);
    byte[] bad = record("node1", KEY, "test").clone();
    bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
    List<LogItem> items = decode(bad);
    if (items.get(0) instanceof CastVote vote) {
      // Only what is outside the signed bytes may have changed, such as an unknown field's number.
      assertThat(vote.vote().getBody()).isEqualTo(signed().getVote());
      assertThat(((OrderedBlock) items.get(1)).transactions())
          .extracting(transaction -> transaction.message().getBody())
          .isEqualTo(content.stream().map(t -> t.message().getBody()).toList());
    }
  }

  @Property(tries = 500)
  void bytesThatMeanNothingStopNobody(@ForAll byte[] record) {
    assertThat(decode(record)).singleElement().isInstanceOf(Ignored.class);
  }
}
