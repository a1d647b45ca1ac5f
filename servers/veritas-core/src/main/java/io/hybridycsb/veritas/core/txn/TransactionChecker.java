package io.hybridycsb.veritas.core.txn;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Change;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.signing.BatchVerifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks a transaction as far as possible without the state. The result depends on the transaction
 * and the cluster's configuration alone, so all nodes agree.
 */
public final class TransactionChecker {
  private final Map<ByteString, Long> idPartOfClient = new HashMap<>();
  private final TransactionLimits limits;
  private final BatchVerifier signatures;

  public TransactionChecker(ClusterConfig cluster, TransactionLimits limits) {
    this.limits = limits;
    this.signatures = new BatchVerifier(cluster.cluster());
    for (ClusterConfig.Member client : cluster.clients()) {
      idPartOfClient.put(
          ByteString.copyFrom(client.publicKey()), TransactionId.clientPart(client.publicKey()));
    }
  }

  public CheckedTransaction check(Transaction message) {
    return check(message, id -> null);
  }

  /**
   * Checks a transaction, unless the same one was checked before. One that differs in anything, as
   * in its signature alone, is another.
   *
   * @param checkedBefore a transaction of this id without a fault that was checked before, or null
   */
  public CheckedTransaction check(
      Transaction message, Function<TransactionId, CheckedTransaction> checkedBefore) {
    if (message.getSerializedSize() > limits.bytesMax()) {
      return faulty(
          message,
          leafHash(message),
          null,
          Outcome.MALFORMED,
          "the transaction has %s bytes; at most %s are allowed"
              .formatted(message.getSerializedSize(), limits.bytesMax()));
    }
    TransactionBody parsed;
    try {
      parsed = SharedBytes.parse(TransactionBody.parser(), message.getBody());
    } catch (InvalidProtocolBufferException e) {
      return faulty(message, leafHash(message), null, Outcome.MALFORMED, "the body can't be read");
    }
    Long clientPart = idPartOfClient.get(parsed.getClient());
    if (clientPart == null) {
      return faulty(
          message,
          leafHash(message),
          null,
          Outcome.UNKNOWN_CLIENT,
          "the client's key is not in cluster.json");
    }
    TransactionId id = new TransactionId(parsed.getTimestamp(), clientPart);
    CheckedTransaction before = checkedBefore.apply(id);
    if (before != null && before.message().equals(message)) {
      return before;
    }
    byte[] leafHash = leafHash(message);
    if (!signatures.verify(message, leafHash, parsed.getClient())) {
      return faulty(
          message, leafHash, null, Outcome.BAD_SIGNATURE, "the signature isn't the client's");
    }
    return operations(message, leafHash, id, parsed);
  }

  private static byte[] leafHash(Transaction message) {
    return MerkleTree.leaf(message.getBody().toByteArray());
  }

  private CheckedTransaction operations(
      Transaction message, byte[] leafHash, TransactionId id, TransactionBody body) {
    int operations = body.getReadsCount() + body.getWritesCount();
    if (body.getTimestamp() <= 0 || operations == 0 || operations > limits.operationsMax()) {
      return faulty(
          message,
          leafHash,
          id,
          Outcome.MALFORMED,
          "a transaction has a timestamp above 0 and 1 to %s operations"
              .formatted(limits.operationsMax()));
    }
    List<Read> reads = new ArrayList<>(body.getReadsCount());
    List<Change> writes = new ArrayList<>(body.getWritesCount());
    String wrong = readReads(body, reads);
    wrong = wrong == null ? readWrites(body, writes) : wrong;
    return wrong != null
        ? faulty(message, leafHash, id, Outcome.MALFORMED, wrong)
        : new CheckedTransaction(message, leafHash, id, reads, writes, null, null);
  }

  private static String readReads(TransactionBody body, List<Read> reads) {
    for (ReadVersion read : body.getReadsList()) {
      byte[] key = read.getKey().toByteArray();
      if (!KeyLimit.isValid(key)) {
        return wrongKey(key);
      }
      reads.add(new Read(new ByteKey(key), read.getVersion()));
    }
    return null;
  }

  private static String readWrites(TransactionBody body, List<Change> writes) {
    Set<ByteKey> written = body.getWritesCount() > 1 ? new HashSet<>() : Set.of();
    for (Write write : body.getWritesList()) {
      byte[] key = write.getKey().toByteArray();
      byte[] fields = write.getFields().toByteArray();
      if (!KeyLimit.isValid(key)) {
        return wrongKey(key);
      }
      if (write.getKind() == Write.Kind.UNRECOGNIZED) {
        return "unknown kind of write " + write.getKindValue();
      }
      if (write.getKind() == Write.Kind.DELETE && fields.length > 0) {
        return "a delete carries no fields";
      }
      try {
        Fields.check(fields, 0);
      } catch (IllegalArgumentException e) {
        return e.getMessage();
      }
      ByteKey byteKey = new ByteKey(key);
      if (body.getWritesCount() > 1 && !written.add(byteKey)) {
        return "key " + byteKey + " is written twice";
      }
      writes.add(new Change(byteKey, write.getKind(), fields));
    }
    return null;
  }

  private static String wrongKey(byte[] key) {
    return key.length > KeyLimit.BYTES_MAX
        ? "a key has " + key.length + " bytes; at most " + KeyLimit.BYTES_MAX + " are allowed"
        : "a key is a table, a zero byte and a name";
  }

  private static CheckedTransaction faulty(
      Transaction message, byte[] leafHash, TransactionId id, Outcome fault, String detail) {
    return new CheckedTransaction(message, leafHash, id, List.of(), List.of(), fault, detail);
  }
}
