package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.client.SigningQueue.Submission;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A transaction (VLDB'22, table 2). Reads go to the session's node and are remembered with their
 * versions; writes are kept here until the commit, and the transaction's own reads see them. It
 * commits if, at its place in the shared log, none of the versions that it read has changed.
 */
public final class Txn {
  /** The key of no record, which {@link #passThroughLog} reads. */
  private static final ByteString NOTHING = ByteString.copyFrom(KeyLimit.key("veritas", "barrier"));

  private final Session session;
  private final long timestamp;
  private final LongSupplier deadline;
  private final Map<ByteString, Long> reads = new LinkedHashMap<>();
  private final Map<ByteString, Write> writes = new LinkedHashMap<>();
  private boolean finished;
  private byte[] body;
  private CommitResult outcome;

  /**
   * @param deadline of a call that begins now
   */
  Txn(Session session, long timestamp, LongSupplier deadline) {
    this.session = session;
    this.timestamp = timestamp;
    this.deadline = deadline;
  }

  /** The transaction's id, by which its outcome can be queried at any time. */
  public TransactionId id() {
    return new TransactionId(timestamp, session.client().idPart());
  }

  /**
   * Reads a record, with this transaction's own writes applied. A record that it has written itself
   * has version 0 where a cluster's versions are places in its chain.
   */
  public Optional<VeritasRecord> get(String table, String key) {
    byte[] stateKey = KeyLimit.key(table, key);
    ByteString name = UnsafeByteOperations.unsafeWrap(stateKey);
    Write own = writes.get(name);
    byte[] value = null;
    if (own == null || own.getKind() == Write.Kind.MERGE) {
      value = session.getRaw(stateKey, deadline.getAsLong()).orElse(null);
      reads.putIfAbsent(name, StateValue.version(value));
    }
    if (own != null) {
      value = own.getKind() == Write.Kind.DELETE ? null : apply(own, value);
    }
    return Optional.ofNullable(value).map(v -> VeritasRecord.of(stateKey, v));
  }

  private byte[] apply(Write own, byte[] value) {
    byte[] fields = own.getFields().toByteArray();
    long version = session.client().previewVersion(timestamp);
    return own.getKind() == Write.Kind.MERGE
        ? StateValue.merge(value, version, fields)
        : StateValue.put(version, fields);
  }

  /** Sets a record to exactly these fields (Set of table 2). */
  public Txn put(String table, String key, Map<String, byte[]> fields) {
    return write(table, key, Write.Kind.PUT, Fields.encode(fields));
  }

  /**
   * Adds fields to a record, or replaces those that it has; makes the record where there is none.
   */
  public Txn merge(String table, String key, Map<String, byte[]> fields) {
    return write(table, key, Write.Kind.MERGE, Fields.encode(fields));
  }

  /** Deletes a record. */
  public Txn delete(String table, String key) {
    return write(table, key, Write.Kind.DELETE, Fields.EMPTY);
  }

  private Txn write(String table, String key, Write.Kind kind, byte[] fields) {
    ByteString name = UnsafeByteOperations.unsafeWrap(KeyLimit.key(table, key));
    Write before = writes.get(name);
    if (kind == Write.Kind.MERGE && before != null) {
      byte[] merged = Fields.merge(before.getFields().toByteArray(), 0, fields, 0);
      Write.Kind merge = before.getKind() == Write.Kind.MERGE ? Write.Kind.MERGE : Write.Kind.PUT;
      writes.put(name, newWrite(name, merge, merged));
    } else {
      writes.put(name, newWrite(name, kind, fields));
    }
    return this;
  }

  private static Write newWrite(ByteString name, Write.Kind kind, byte[] fields) {
    return Write.newBuilder()
        .setKey(name)
        .setKind(kind)
        .setFields(UnsafeByteOperations.unsafeWrap(fields))
        .build();
  }

  /**
   * Commits and waits until the transaction is decided and applied on the node.
   *
   * @throws VeritasException.Invalid if the transaction itself is wrong, for instance too large
   * @throws VeritasException.Unavailable if it could not be sent: nothing has changed
   * @throws VeritasException.IdInUse if another transaction has its id: nothing has changed
   */
  public CommitResult commit() {
    finish();
    return decided(writes.isEmpty() ? commitReads() : commit(false));
  }

  /**
   * Commits without waiting for the outcome.
   *
   * @return ACCEPTED, or what is known earlier than expected
   */
  public CommitResult commitAsync() {
    finish();
    return decided(writes.isEmpty() ? commitReads() : commit(true));
  }

  /**
   * The version that this transaction's writes make: over Kafka its timestamp; over CometBFT its
   * place in the chain, which is 0 until a commit or {@link Session#query(Txn)} has told it.
   */
  public long versionMade() {
    long preview = session.client().previewVersion(timestamp);
    boolean isPlaced = preview == 0 && outcome != null && outcome.height() > 0;
    return isPlaced ? StateValue.versionAt(outcome.height(), outcome.index()) : preview;
  }

  /** Remembers what is known of the outcome. */
  CommitResult decided(CommitResult known) {
    outcome = known;
    return known;
  }

  private void finish() {
    if (finished) {
      throw new IllegalStateException("the transaction has been committed already");
    }
    finished = true;
  }

  /**
   * Sends a transaction through the log that touches nobody's data. Its block comes after the block
   * of every commit that was acknowledged before it began, so a node that has applied its block
   * knows them all. Its own outcome doesn't matter.
   *
   * @return the height of its block
   * @throws VeritasException.Unavailable if it isn't there in time
   */
  static long passThroughLog(Session session, long deadline) {
    Txn barrier = session.begin(deadline);
    barrier.reads.put(NOTHING, StateValue.ABSENT);
    barrier.finish();
    CommitResult result = barrier.commit(false);
    if (result.height() > 0) {
      return result.height();
    }
    throw new VeritasException.Unavailable(
        "no transaction came through the log before the read: "
            + result.outcome().map(Enum::name).orElse(result.detail()));
  }

  private CommitResult commitReads() {
    boolean throughLog = session.client().reads() == ReadLevel.LINEARIZABLE && !reads.isEmpty();
    return throughLog ? commit(false) : checkReads();
  }

  private CommitResult checkReads() {
    CheckReadsRequest.Builder check = CheckReadsRequest.newBuilder();
    reads.forEach((key, version) -> check.addReads(readVersion(key, version)));
    if (reads.isEmpty()) {
      return CommitResult.readOnly(true);
    }
    Response response =
        session.call(Request.newBuilder().setCheckReads(check), deadline.getAsLong());
    return CommitResult.readOnly(response.getCheckReads().getCurrent());
  }

  private static ReadVersion readVersion(ByteString key, long version) {
    return ReadVersion.newBuilder().setKey(key).setVersion(version).build();
  }

  /**
   * The leaf hash of what was committed, by which nodes tell it from another transaction of its id.
   */
  byte[] bodyHash() {
    if (body == null) {
      throw new IllegalStateException("only a transaction that was committed has an outcome");
    }
    return MerkleTree.leaf(body);
  }

  private byte[] encoded() {
    TransactionBody.Builder body =
        TransactionBody.newBuilder()
            .setTimestamp(timestamp)
            .setClient(session.client().publicKey())
            .addAllWrites(writes.values());
    reads.forEach((key, version) -> body.addReads(readVersion(key, version)));
    return body.build().toByteArray();
  }

  /**
   * Commits on the session's node, and on the next, with the same signed transaction, if it fails.
   */
  private CommitResult commit(boolean async) {
    long ends = deadline.getAsLong();
    body = encoded();
    if (body.length > VeritasMethod.BODY_BYTES_MAX) {
      // A message this long would end the stream, and with it the calls of all other threads.
      throw new VeritasException.Invalid(
          "the transaction has %s bytes; at most %s can be sent"
              .formatted(body.length, VeritasMethod.BODY_BYTES_MAX));
    }
    long startNanos = System.nanoTime();
    if (startNanos - ends >= 0) {
      throw new VeritasException.Unavailable("no time is left to commit");
    }
    SigningQueue signing = session.client().signingQueue();
    Submission submission =
        new Submission(body, async, Session.timeoutMs(ends), session.connection());
    signing.submit(submission);
    try {
      return await(submission, startNanos, ends);
    } finally {
      signing.finished();
    }
  }

  private CommitResult await(Submission submission, long startNanos, long ends) {
    Attempts attempts =
        new Attempts(session, ends, () -> again(submission, ends)).with(submission.reply);
    Response response = attempts.await();
    if (response != null) {
      session.client().commitTook(System.nanoTime() - startNanos);
      session.client().seen().committed(attempts.answeredBy(), response.getCommit().getHeight());
      return CommitResult.of(id(), response.getCommit());
    }
    VeritasException last = attempts.last();
    return CommitResult.unknown(id(), last == null ? "no answer in time" : last.getMessage());
  }

  /** The same signed transaction for another node; null as long as it isn't signed. */
  private static Request.Builder again(Submission submission, long ends) {
    return submission.signed == null
        ? null
        : SigningQueue.request(submission.signed, submission.async, Session.timeoutMs(ends));
  }
}
