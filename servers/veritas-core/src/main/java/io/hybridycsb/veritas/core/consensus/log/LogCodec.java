package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.crypto.SignedMessages;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Block;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Signs and encodes records for the shared log, and decodes and checks those read from it. Every
 * node alike decodes a record that no node of the cluster signed as {@link LogItem.Ignored}.
 */
public final class LogCodec {
  private final String cluster;
  private final Map<String, byte[]> nodeKeys = new HashMap<>();
  private final TransactionChecker transactions;

  /**
   * A record on its way to the shared log.
   *
   * @param record its bytes
   * @param asRead what {@link LogCodec#decode} makes of those bytes, given their position
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by LogChannel, byte by byte
  public record Outgoing(byte[] record, LongFunction<LogItem> asRead) {}

  public LogCodec(ClusterConfig cluster, TransactionChecker transactions) {
    this.cluster = cluster.cluster();
    this.transactions = transactions;
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  /** A signed block, encoded. */
  public Outgoing encodeBlock(
      String proposer, SigningKey key, long sequence, List<CheckedTransaction> content) {
    Block.Builder block = Block.newBuilder().setProposer(proposer).setSequence(sequence);
    content.forEach(transaction -> block.addTransactions(transaction.message()));
    byte[] root = transactionsRoot(content);
    byte[] signature = key.sign(SignedMessages.block(cluster, proposer, sequence, root));
    Block signed = block.setSignature(UnsafeByteOperations.unsafeWrap(signature)).build();
    return new Outgoing(
        LogRecord.newBuilder().setBlock(signed).build().toByteArray(),
        position -> new LogItem.OrderedBlock(position, signed, content));
  }

  /** A signed vote, encoded. */
  public Outgoing encodeVote(SigningKey key, VoteBody body) {
    byte[] bytes = body.toByteArray();
    Vote vote =
        Vote.newBuilder()
            .setBody(UnsafeByteOperations.unsafeWrap(bytes))
            .setSignature(UnsafeByteOperations.unsafeWrap(key.sign(SignedMessages.vote(bytes))))
            .build();
    return new Outgoing(
        LogRecord.newBuilder().setVote(vote).build().toByteArray(),
        position -> new LogItem.CastVote(position, vote, body));
  }

  public LogItem decode(LogEntry entry) {
    LogRecord record;
    try {
      record = LogRecord.parseFrom(UnsafeByteOperations.unsafeWrap(entry.record()));
    } catch (InvalidProtocolBufferException e) {
      return new LogItem.Ignored(entry.position(), "the record can't be read");
    }
    return switch (record.getRecordCase()) {
      case BLOCK -> block(entry.position(), record.getBlock());
      case VOTE -> vote(entry.position(), record.getVote());
      case RECORD_NOT_SET -> new LogItem.Ignored(entry.position(), "the record is empty");
    };
  }

  private LogItem block(long position, Block block) {
    byte[] nodeKey = nodeKeys.get(block.getProposer());
    if (nodeKey == null) {
      return new LogItem.Ignored(position, "a block by an unknown node");
    }
    List<CheckedTransaction> checked = new ArrayList<>(block.getTransactionsCount());
    for (Transaction transaction : block.getTransactionsList()) {
      checked.add(transactions.check(transaction));
    }
    byte[] signed =
        SignedMessages.block(
            cluster, block.getProposer(), block.getSequence(), transactionsRoot(checked));
    if (!Ed25519.verify(nodeKey, signed, block.getSignature().toByteArray())) {
      return new LogItem.Ignored(
          position, "a block that " + block.getProposer() + " has not signed");
    }
    return new LogItem.OrderedBlock(position, block, checked);
  }

  private LogItem vote(long position, Vote vote) {
    VoteBody body;
    try {
      body = VoteBody.parseFrom(vote.getBody());
    } catch (InvalidProtocolBufferException e) {
      return new LogItem.Ignored(position, "a vote that can't be read");
    }
    byte[] nodeKey = nodeKeys.get(body.getVoter());
    if (nodeKey == null || !body.getCluster().equals(cluster)) {
      return new LogItem.Ignored(position, "a vote by an unknown node");
    }
    ByteString signature = vote.getSignature();
    if (!Ed25519.verify(
        nodeKey, SignedMessages.vote(vote.getBody().toByteArray()), signature.toByteArray())) {
      return new LogItem.Ignored(position, "a vote that " + body.getVoter() + " has not signed");
    }
    return new LogItem.CastVote(position, vote, body);
  }

  private static byte[] transactionsRoot(List<CheckedTransaction> content) {
    List<byte[]> leaves = new ArrayList<>(content.size());
    content.forEach(transaction -> leaves.add(transaction.leafHash()));
    return MerkleTree.of(leaves).root();
  }
}
