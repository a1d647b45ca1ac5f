package io.hybridycsb.relational.node;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.relational.client.SignedCalls;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.TransactionId;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.Hashes;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Whether a transaction may be in the chain, by what all nodes know alike. A transaction comes by
 * several times on its way; its signature is verified once. For many threads.
 */
public final class TransactionChecks {
  private static final int VERIFIED_MAX = 50_000;

  private final Rules rules;
  private final Set<ByteString> clients = new HashSet<>();

  /** The hashes of transactions that are right, the newest last. */
  private final Set<ByteString> verified =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<ByteString, Boolean>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<ByteString, Boolean> eldest) {
                  return size() > VERIFIED_MAX;
                }
              }));

  public TransactionChecks(ClusterConfig cluster, Rules rules) {
    this.rules = rules;
    cluster.clients().forEach(client -> clients.add(ByteString.copyFrom(client.publicKey())));
  }

  /**
   * Reads a transaction.
   *
   * @throws IllegalArgumentException if it may not be in the chain; says why
   */
  public BlockTransaction read(byte[] transaction) {
    if (transaction.length > rules.transactionBytesMax()) {
      throw new IllegalArgumentException(
          "a transaction has at most %d bytes, not %d; put fewer calls into one"
              .formatted(rules.transactionBytesMax(), transaction.length));
    }
    try {
      SignedTransaction signed = SignedTransaction.parseFrom(transaction);
      TransactionBody body = TransactionBody.parseFrom(signed.getBody());
      check(transaction, signed, body);
      return new BlockTransaction(
          new TransactionId(body.getClient(), body.getNumber()),
          Hash.of(Hashes.sha256(signed.getBody().toByteArray())),
          body.getCallsList());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("not a transaction: " + e.getMessage(), e);
    }
  }

  private void check(byte[] transaction, SignedTransaction signed, TransactionBody body) {
    if (!clients.contains(body.getClient())) {
      throw new IllegalArgumentException(
          "the transaction's client is not among the \"clients\" of cluster.json");
    }
    if (body.getCallsCount() > Rules.CALLS_MAX) {
      throw new IllegalArgumentException(
          "a transaction has at most %d calls, not %d"
              .formatted(Rules.CALLS_MAX, body.getCallsCount()));
    }
    ByteString hash = ByteString.copyFrom(Hashes.sha256(transaction));
    if (verified.contains(hash)) {
      return;
    }
    if (!Ed25519.verify(
        body.getClient().toByteArray(),
        SignedCalls.signedBytes(rules.cluster(), signed.getBody().toByteArray()),
        signed.getSignature().toByteArray())) {
      throw new IllegalArgumentException(
          "the transaction's signature is wrong; is it made for cluster " + rules.cluster() + "?");
    }
    verified.add(hash);
  }
}
