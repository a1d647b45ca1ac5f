package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What one thread uses of a {@link VeritasClient}. A session keeps to one node and moves on to the
 * next when that one can't serve. Not safe for use by several threads.
 */
public final class Session {
  /** The most entries that a node gives in one reply. */
  public static final int SCAN_RECORDS_MAX = 10_000;

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final VeritasClient client;
  private int node;

  Session(VeritasClient client, int node) {
    this.client = client;
    this.node = node;
  }

  /** Begins a transaction: fetches its timestamp. */
  public Txn begin() {
    return new Txn(this, client.nextTimestamp());
  }

  /**
   * Begins a transaction of which it is known that it will only read; it needs no timestamp and
   * leaves nothing in the log.
   */
  public Txn beginReadOnly() {
    return new Txn(this, 0);
  }

  /** The record's latest committed value. */
  public Optional<VeritasRecord> get(String table, String key) {
    byte[] stateKey = StateKey.of(table, key);
    return getRaw(stateKey).map(value -> VeritasRecord.of(stateKey, value));
  }

  Optional<byte[]> getRaw(byte[] stateKey) {
    Request.Builder request =
        Request.newBuilder()
            .setGet(GetRequest.newBuilder().addKeys(UnsafeByteOperations.unsafeWrap(stateKey)));
    ByteString value = call(request).getGet().getValues(0);
    return value.isEmpty() ? Optional.empty() : Optional.of(value.toByteArray());
  }

  /**
   * At most {@code count} records of a table from {@code startKey} on, in the order of their keys'
   * bytes. Each record is the latest committed; records that come or go meanwhile may be missed.
   */
  public List<VeritasRecord> scan(String table, String startKey, int count) {
    byte[] from = StateKey.of(table, startKey);
    byte[] to = StateKey.endOf(table);
    List<VeritasRecord> records = new ArrayList<>();
    while (true) {
      int asked = Math.min(count - records.size(), SCAN_RECORDS_MAX);
      ScanReply reply = scanRaw(from, to, asked);
      for (int i = 0; i < reply.getKeysCount(); i++) {
        records.add(
            VeritasRecord.of(reply.getKeys(i).toByteArray(), reply.getValues(i).toByteArray()));
      }
      boolean mayBeMore = reply.getMore() || reply.getKeysCount() == asked;
      if (!mayBeMore || records.size() >= count) {
        return records;
      }
      from = after(reply.getKeys(reply.getKeysCount() - 1).toByteArray());
    }
  }

  /**
   * One reply's worth of the state as it lies in a node's state store, {@code from <= key < to},
   * whatever the tables: at most {@code limit} entries, or fewer and {@code more}.
   *
   * @param from a state key or the beginning of one
   * @param limit 1 to {@value #SCAN_RECORDS_MAX}
   */
  public ScanReply scanRaw(byte[] from, byte[] to, int limit) {
    Request.Builder request =
        Request.newBuilder()
            .setScan(
                ScanRequest.newBuilder()
                    .setFrom(ByteString.copyFrom(from))
                    .setTo(ByteString.copyFrom(to))
                    .setLimit(limit));
    return call(request).getScan();
  }

  /** The least key that is greater than {@code key}. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Reads a record and checks it against the signatures of the cluster's nodes, trusting none of
   * them alone.
   *
   * @throws VeritasException.VerificationFailed if the node's answer doesn't stand the check
   */
  public VerifiedRecord verify(String table, String key) {
    byte[] stateKey = StateKey.of(table, key);
    Request.Builder request =
        Request.newBuilder()
            .setVerify(VerifyRequest.newBuilder().setKey(ByteString.copyFrom(stateKey)));
    return client.readVerifier().check(stateKey, call(request).getVerify());
  }

  /** What a node knows of a transaction; UNKNOWN if it has never seen it. */
  public CommitResult query(TransactionId id) {
    Request.Builder request =
        Request.newBuilder()
            .setQuery(QueryRequest.newBuilder().setTransactionId(ByteString.copyFrom(id.encode())));
    CommitReply reply = call(request).getQuery();
    return reply.getKnown()
        ? CommitResults.of(id, reply)
        : CommitResults.unknown(id, "the node has never seen it");
  }

  /** How far the session's node is. */
  public StatusReply status() {
    return call(Request.newBuilder().setStatus(StatusRequest.getDefaultInstance())).getStatus();
  }

  /** Sends a call to one node after another until one serves it or time is up. */
  Response call(Request.Builder request) {
    long deadline = client.deadline();
    VeritasException last = null;
    while (true) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        throw last != null ? last : new VeritasException.Unavailable(timeoutText());
      }
      try {
        NodeConnection connection = connection();
        PendingReply pending = connection.send(request.setTimeoutMs((int) leftMs));
        Response response = pending.await(deadline);
        if (response == null) {
          throw new VeritasException.Unavailable(timeoutText());
        }
        if (!response.hasFailure()) {
          return response;
        }
        last = failure(response.getFailure(), connection);
      } catch (VeritasException.Unavailable e) {
        last = e;
      }
      moveOn(deadline);
    }
  }

  private VeritasException failure(Failure failure, NodeConnection connection) {
    String message = failure.getMessage();
    return switch (failure.getCode()) {
      case UNAVAILABLE, TIMEOUT ->
          new VeritasException.Unavailable(connection.address() + ": " + message);
      case INVALID -> throw new VeritasException.Invalid(message);
      case INTERNAL, UNRECOGNIZED ->
          throw new VeritasException(connection.address() + ": " + message);
    };
  }

  private String timeoutText() {
    return "no answer from "
        + connection().address()
        + " within "
        + client.options().timeoutMs()
        + " ms";
  }

  NodeConnection connection() {
    return client.connection(node);
  }

  VeritasClient client() {
    return client;
  }

  /** Goes to the next node, after a pause that spares nodes which are all down. */
  void moveOn(long deadline) {
    node++;
    LockSupport.parkNanos(Math.max(0, Math.min(RETRY_NANOS, deadline - System.nanoTime())));
  }
}
