package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.relational.kafka.proto.LogRecord;
import io.hybridycsb.relational.kafka.proto.SignedVotes;
import io.hybridycsb.relational.kafka.proto.Votes;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogCodecTest {
  private static final SigningKey KEY = Ed25519.generate();
  private static final BlockHash HASH = new BlockHash(7, VoteTallyTest.hash("hash"));

  private final LogCodec codec = codec("shop");

  private static LogCodec codec(String cluster) {
    return new LogCodec(
        new ClusterConfig(
            cluster,
            ApprovalPolicy.ALL,
            "",
            List.of(new Member("node1", "127.0.0.1:1", KEY.publicKey())),
            List.of(),
            Optional.empty(),
            Map.of()));
  }

  /** Of the cluster's codec, which knows no other records of votes than its node's. */
  static LogItem decode(LogEntry entry) {
    return codec("shop").decode(entry);
  }

  private LogItem decoded(byte[] record) {
    return codec.decode(new LogEntry(7, record));
  }

  @Test
  void aBlocksHeightIsItsPlaceInTheLog() {
    byte[] transaction = {1, 2, 3};
    assertThat(decoded(LogCodec.block(-5, List.of(transaction))))
        .isEqualTo(new LogItem.Block(8, -5, List.of(ByteString.copyFrom(transaction))));
  }

  @Test
  void votesAreThoseOfTheNodeThatHasSignedThem() {
    assertThat(decoded(codec.votes("node1", KEY, List.of(HASH))))
        .isEqualTo(new LogItem.Votes(7, "node1", List.of(HASH)));
    assertIgnored(codec.votes("node1", Ed25519.generate(), List.of(HASH)), "node1 has not signed");
    assertIgnored(codec("other").votes("node1", KEY, List.of(HASH)), "node1 has not signed");
    assertIgnored(codec.votes("node2", KEY, List.of(HASH)), "not in cluster.json");
  }

  @Test
  void recordsOfOthersAreIgnored() {
    assertIgnored(new byte[0], "empty");
    assertIgnored(new byte[] {1, 2, 3}, "can't be read");
    List<BlockHash> many = Collections.nCopies(LogCodec.VOTES_MAX + 1, HASH);
    assertIgnored(codec.votes("node1", KEY, many), "more than 1000 blocks");
  }

  @Test
  void votesForAHashOfAnotherLengthAreIgnored() throws InvalidProtocolBufferException {
    LogRecord record = LogRecord.parseFrom(codec.votes("node1", KEY, List.of(HASH)));
    Votes.Builder votes = Votes.parseFrom(record.getVotes().getBody()).toBuilder();
    ByteString longer = votes.getVotes(0).getAppHash().concat(ByteString.copyFrom(new byte[1]));
    votes.getVotesBuilder(0).setAppHash(longer);
    byte[] body = votes.build().toByteArray();
    byte[] prefix = "relational votes\nshop\n".getBytes(StandardCharsets.UTF_8);
    byte[] signed = ByteString.copyFrom(prefix).concat(ByteString.copyFrom(body)).toByteArray();
    SignedVotes.Builder forged =
        SignedVotes.newBuilder()
            .setBody(ByteString.copyFrom(body))
            .setSignature(ByteString.copyFrom(KEY.sign(signed)));
    assertIgnored(
        LogRecord.newBuilder().setVotes(forged).build().toByteArray(),
        "node1 votes for a hash of 33 bytes, not 32");
  }

  @Test
  void theMostVotesFitIntoARecord() {
    BlockHash longest = new BlockHash(Long.MAX_VALUE, HASH.hash());
    List<BlockHash> most = Collections.nCopies(LogCodec.VOTES_MAX, longest);
    assertThat(codec.votes("node1", KEY, most)).hasSizeLessThan(LogCodec.VOTES_BYTES_MAX);
  }

  private void assertIgnored(byte[] record, String why) {
    assertThat(decoded(record))
        .isInstanceOfSatisfying(
            LogItem.Ignored.class, ignored -> assertThat(ignored.why()).contains(why));
  }
}
