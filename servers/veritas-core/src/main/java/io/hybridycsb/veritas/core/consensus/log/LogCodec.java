package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.SharedBytes;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
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
  private final TransactionChecker checker;

  /**
   * A record on its way to the shared log.
   *
   * @param record its bytes
   * @param asRead what {@link LogCodec#decode} makes of those bytes, given their position
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by LogChannel, byte by byte
  public record Outgoing(byte[] record, LongFunction<List<LogItem>> asRead) {}

  public LogCodec(ClusterConfig cluster, TransactionChecker checker) {
    this.cluster = cluster.cluster();
    this.checker = checker;
    cluster.nodes().forEach(node -> nodeKeys.put(node.name(), node.publicKey()));
  }

  /**
   * A signed record.
   *
   * @param key the voter's
   * @param block the voter's next block; empty: none
   */
  public Outgoing encode(SigningKey key, VoteBody body, List<CheckedTransaction> block) {
    byte[] vote = body.toByteArray();
    byte[] voteHash = Hashes.sha256(vote);
    byte[] root = transactionsRoot(block);
    byte[] signature = key.sign(SignedMessages.round(cluster, voteHash, root));
    LogRecord.Builder record =
        LogRecord.newBuilder()
            .setVote(UnsafeByteOperations.unsafeWrap(vote))
            .setSignature(UnsafeByteOperations.unsafeWrap(signature));
    block.forEach(transaction -> record.addTransactions(transaction.message()));
    LogRecord signed = record.build();
    return new Outgoing(
        signed.toByteArray(),
        position ->
            items(position, signed.getVote(), signed.getSignature(), body, voteHash, root, block));
  }

  /**
   * What a record says.
   *
   * @throws LogException if an older release began the log
   */
  public List<LogItem> decode(LogEntry entry) {
    long position = entry.position();
    LogRecord record;
    try {
      record =
          SharedBytes.parse(LogRecord.parser(), UnsafeByteOperations.unsafeWrap(entry.record()));
    } catch (InvalidProtocolBufferException e) {
      return ignored(position, "it can't be read");
    }
    if (!record.getOldBlock().isEmpty() || !record.getOldVote().isEmpty()) {
      return ofOlderRelease(position);
    }
    if (record.getVote().isEmpty()) {
      return ignored(position, "it has no vote");
    }
    VoteBody body;
    try {
      body = VoteBody.parseFrom(record.getVote());
    } catch (InvalidProtocolBufferException e) {
      return ignored(position, "its vote can't be read");
    }
    byte[] nodeKey = nodeKeys.get(body.getVoter());
    if (nodeKey == null || !body.getCluster().equals(cluster)) {
      return ignored(position, "it is by an unknown node");
    }
    List<CheckedTransaction> block = new ArrayList<>(record.getTransactionsCount());
    for (Transaction transaction : record.getTransactionsList()) {
      block.add(checker.check(transaction));
    }
    byte[] vote = record.getVote().toByteArray();
    byte[] signature = record.getSignature().toByteArray();
    byte[] voteHash = Hashes.sha256(vote);
    byte[] root = transactionsRoot(block);
    byte[] signed = SignedMessages.round(cluster, voteHash, root);
    if (!Ed25519.verify(nodeKey, signed, signature)) {
      return ignored(position, body.getVoter() + " has not signed it");
    }
    // Votes are kept for long, so they have arrays of their own.
    return items(
        position,
        UnsafeByteOperations.unsafeWrap(vote),
        UnsafeByteOperations.unsafeWrap(signature),
        body,
        voteHash,
        root,
        block);
  }

  /** Whoever can write to the log can write such a record later; only the first one says it. */
  private static List<LogItem> ofOlderRelease(long position) {
    if (position == 0) {
      throw new LogException(
          "an older release began the shared log, and this one doesn't read its records; make the"
              + " cluster again, see docs/operating.md");
    }
    return ignored(position, "it is an older release's");
  }

  private static List<LogItem> ignored(long position, String reason) {
    return List.of(new LogItem.Ignored(position, reason));
  }

  private static List<LogItem> items(
      long position,
      ByteString vote,
      ByteString signature,
      VoteBody body,
      byte[] voteHash,
      byte[] root,
      List<CheckedTransaction> block) {
    Vote provable =
        Vote.newBuilder()
            .setBody(vote)
            .setSignature(signature)
            .setTransactionsRoot(UnsafeByteOperations.unsafeWrap(root))
            .build();
    LogItem cast = new LogItem.CastVote(position, provable, body);
    if (block.isEmpty()) {
      return List.of(cast);
    }
    ByteString hash = UnsafeByteOperations.unsafeWrap(voteHash);
    return List.of(
        cast, new LogItem.OrderedBlock(position, body.getVoter(), signature, hash, block));
  }

  private static byte[] transactionsRoot(List<CheckedTransaction> block) {
    List<byte[]> leaves = new ArrayList<>(block.size());
    block.forEach(transaction -> leaves.add(transaction.leafHash()));
    return MerkleTree.of(leaves).root();
  }
}
