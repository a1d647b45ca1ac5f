package io.hybridycsb.relational.kafka;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.relational.kafka.proto.LogRecord;
import io.hybridycsb.relational.kafka.proto.LoggedBlock;
import io.hybridycsb.relational.kafka.proto.SignedVotes;
import io.hybridycsb.relational.kafka.proto.Vote;
import io.hybridycsb.relational.kafka.proto.Votes;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes records of the shared log, and decodes and checks them. Every node alike decodes a record
 * that no node of the cluster has written as {@link LogItem.Ignored}.
 */
final class LogCodec {
  /** Blocks of one record of votes, at most. */
  static final int VOTES_MAX = 1_000;

  /** Of such a record, at most. */
  static final int VOTES_BYTES_MAX = 64 << 10;

  /** What a transaction takes of a record besides its own bytes, at most. */
  static final int TRANSACTION_EXTRA_BYTES = 8;

  private final String cluster;
  private final Map<String, byte[]> nodeKeys = new HashMap<>();

  LogCodec(ClusterConfig cluster) {
    this.cluster = cluster.cluster();
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  static byte[] block(long number, List<byte[]> transactions) {
    LoggedBlock.Builder block = LoggedBlock.newBuilder().setNumber(number);
    transactions.forEach(each -> block.addTransactions(UnsafeByteOperations.unsafeWrap(each)));
    return LogRecord.newBuilder().setBlock(block).build().toByteArray();
  }

  byte[] votes(String node, SigningKey key, List<BlockHash> blocks) {
    Votes.Builder votes = Votes.newBuilder().setNode(node);
    blocks.forEach(
        block ->
            votes.addVotes(
                Vote.newBuilder()
                    .setHeight(block.height())
                    .setAppHash(UnsafeByteOperations.unsafeWrap(block.hash().bytes()))));
    byte[] body = votes.build().toByteArray();
    SignedVotes signed =
        SignedVotes.newBuilder()
            .setBody(UnsafeByteOperations.unsafeWrap(body))
            .setSignature(UnsafeByteOperations.unsafeWrap(key.sign(signedBytes(body))))
            .build();
    return LogRecord.newBuilder().setVotes(signed).build().toByteArray();
  }

  /** What they are, and for which cluster, stands before what is signed. */
  private byte[] signedBytes(byte[] body) {
    byte[] prefix = ("relational votes\n" + cluster + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(prefix.length + body.length).put(prefix).put(body).array();
  }

  LogItem decode(LogEntry entry) {
    try {
      LogRecord record = LogRecord.parseFrom(UnsafeByteOperations.unsafeWrap(entry.record()));
      return switch (record.getRecordCase()) {
        case BLOCK ->
            new LogItem.Block(
                entry.position() + 1,
                record.getBlock().getNumber(),
                record.getBlock().getTransactionsList());
        case VOTES -> votes(entry.position(), record.getVotes());
        case RECORD_NOT_SET -> new LogItem.Ignored(entry.position(), "it is empty");
      };
    } catch (InvalidProtocolBufferException e) {
      return new LogItem.Ignored(entry.position(), "it can't be read: " + e.getMessage());
    }
  }

  private LogItem votes(long position, SignedVotes signed) throws InvalidProtocolBufferException {
    Votes votes = Votes.parseFrom(signed.getBody());
    byte[] key = nodeKeys.get(votes.getNode());
    if (key == null) {
      return new LogItem.Ignored(position, "votes of a node that is not in cluster.json");
    }
    if (votes.getVotesCount() > VOTES_MAX) {
      return new LogItem.Ignored(
          position, "%s votes for more than %d blocks".formatted(votes.getNode(), VOTES_MAX));
    }
    byte[] bytes = signedBytes(signed.getBody().toByteArray());
    if (!Ed25519.verify(key, bytes, signed.getSignature().toByteArray())) {
      return new LogItem.Ignored(position, "votes that " + votes.getNode() + " has not signed");
    }
    List<BlockHash> blocks = new ArrayList<>(votes.getVotesCount());
    for (Vote vote : votes.getVotesList()) {
      int hashBytes = vote.getAppHash().size();
      if (hashBytes != Hash.BYTES) {
        return new LogItem.Ignored(
            position,
            "%s votes for a hash of %d bytes, not %d"
                .formatted(votes.getNode(), hashBytes, Hash.BYTES));
      }
      blocks.add(new BlockHash(vote.getHeight(), Hash.of(vote.getAppHash().toByteArray())));
    }
    return new LogItem.Votes(position, votes.getNode(), blocks);
  }
}
