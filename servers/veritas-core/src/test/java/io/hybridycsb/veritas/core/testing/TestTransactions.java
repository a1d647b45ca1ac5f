package io.hybridycsb.veritas.core.testing;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes transactions for tests. */
public final class TestTransactions {
  /** The cluster's name in {@link TestKeys#cluster}. */
  public static final String CLUSTER = "test";

  private final TransactionBody.Builder body = TransactionBody.newBuilder();

  private TestTransactions(long timestamp, SigningKey client) {
    body.setTimestamp(timestamp).setClient(ByteString.copyFrom(client.publicKey()));
  }

  /** Begins a transaction of client 1. */
  public static TestTransactions at(long timestamp) {
    return at(timestamp, TestKeys.client(1));
  }

  public static TestTransactions at(long timestamp, SigningKey client) {
    return new TestTransactions(timestamp, client);
  }

  public static ByteKey key(String name) {
    return new ByteKey(StateKey.of("t", name));
  }

  /** Encoded fields: one, f. */
  public static byte[] fields(String value) {
    return Fields.encode(Map.of("f", value.getBytes(StandardCharsets.UTF_8)));
  }

  public TestTransactions read(String key, long version) {
    body.addReadsBuilder().setKey(bytes(key)).setVersion(version);
    return this;
  }

  public TestTransactions put(String key, String value) {
    return write(key, Write.Kind.PUT, fields(value));
  }

  public TestTransactions merge(String key, String value) {
    return write(key, Write.Kind.MERGE, fields(value));
  }

  /** Merges a field of this name. */
  public TestTransactions merge(String key, String field, String value) {
    byte[] fields = Fields.encode(Map.of(field, value.getBytes(StandardCharsets.UTF_8)));
    return write(key, Write.Kind.MERGE, fields);
  }

  public TestTransactions delete(String key) {
    return write(key, Write.Kind.DELETE, Fields.EMPTY);
  }

  public TestTransactions write(String key, Write.Kind kind, byte[] fields) {
    body.addWritesBuilder().setKey(bytes(key)).setKind(kind).setFields(ByteString.copyFrom(fields));
    return this;
  }

  private static ByteString bytes(String key) {
    return ByteString.copyFrom(key(key).bytes());
  }

  /** For changes that the other methods don't offer. */
  public TransactionBody.Builder body() {
    return body;
  }

  public Transaction signedBy(SigningKey key) {
    return sign(key, body.build().toByteArray());
  }

  public static Transaction sign(SigningKey key, byte[] body) {
    return new BatchSigner(key, CLUSTER).sign(List.of(body)).get(0);
  }

  /** As it comes out of the checks, but without a signature. */
  public CheckedTransaction checked() {
    return checked(Transaction.newBuilder().setBody(body.build().toByteString()).build());
  }

  /** As it comes out of the checks, signed by client 1. */
  public CheckedTransaction checkedAndSigned() {
    return checked(signedBy(TestKeys.client(1)));
  }

  private CheckedTransaction checked(Transaction message) {
    List<Read> reads = new ArrayList<>();
    body.getReadsList()
        .forEach(
            read ->
                reads.add(new Read(new ByteKey(read.getKey().toByteArray()), read.getVersion())));
    CheckedTransaction trusted = LedgerBlocks.transaction(message);
    return new CheckedTransaction(
        message, trusted.leafHash(), trusted.id(), reads, trusted.writes(), null, null);
  }
}
