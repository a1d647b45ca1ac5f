package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.connection.NodeConnection;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * What one thread uses of a {@link VeritasClient}. A session keeps to one node and moves on to the
 * next when that one can't serve. Not safe for use by several threads.
 */
public final class Session {
  /** The most entries that a node gives in one reply. */
  public static final int SCAN_RECORDS_MAX = 10_000;

  static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final VeritasClient client;
  private int node;

  Session(VeritasClient client, int node) {
    this.client = client;
    this.node = node;
  }

  /** Begins a transaction: gets its timestamp, or a number of its own where there is no oracle. */
  public Txn begin() {
    return new Txn(this, client.nextTimestamp(client.deadline()), client::deadline);
  }

  /**
   * Begins a transaction with one deadline for all its calls, including its timestamp and its
   * commit. Otherwise each call may take {@link ClientOptions#timeoutMs}.
   *
   * @param deadlineNanos of {@link System#nanoTime}; a commit that begins after it sends nothing
   *     and is {@link VeritasException.Unavailable}
   */
  public Txn begin(long deadlineNanos) {
    return new Txn(this, client.nextTimestamp(deadlineNanos), () -> deadlineNanos);
  }

  /** The record's latest committed value, as fresh as {@link ClientOptions#reads} asks for. */
  public Optional<VeritasRecord> get(String table, String key) {
    byte[] stateKey = KeyLimit.key(table, key);
    long deadline = client.deadline();
    ByteString value = getReply(getting(stateKey, minHeight(deadline), deadline)).getValues(0);
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(VeritasRecord.of(stateKey, value.toByteArray()));
  }

  /**
   * As {@link #get}, with a receipt to verify the answer later. Like a verified read it shows at
   * least what this client has proved before, and its own commits.
   */
  public SeenRecord getSeen(String table, String key) {
    return verified(() -> new SeenReads(this).get(table, key));
  }

  /** Reads for a transaction, whose commit will check that the value is fresh. */
  Optional<byte[]> getRaw(byte[] stateKey, long deadline) {
    ByteString value = getReply(getting(stateKey, seenHeight(), deadline)).getValues(0);
    return value.isEmpty() ? Optional.empty() : Optional.of(value.toByteArray());
  }

  /** A read of one key, for {@link #getReply}. */
  HeightRead getting(byte[] stateKey, long minHeight, long deadline) {
    GetRequest.Builder get =
        GetRequest.newBuilder().addKeys(UnsafeByteOperations.unsafeWrap(stateKey));
    return new HeightRead(
        this, minHeight, deadline, min -> Request.newBuilder().setGet(get.setMinHeight(min)));
  }

  GetReply getReply(HeightRead read) {
    while (true) {
      GetReply reply = read.next().getGet();
      if (reply.getValuesCount() != 1 || !isWhole(reply.getValues(0))) {
        throw senseless("get");
      }
      if (read.shows(reply.getHeight(), reply.getNewestHeight())) {
        return reply;
      }
    }
  }

  /** Whether a value is absent, or long enough to have a version. */
  private static boolean isWhole(ByteString value) {
    return value.isEmpty() || value.size() >= StateValue.VERSION_BYTES;
  }

  private VeritasException senseless(String call) {
    return new VeritasException(
        connection().address() + " answers what makes no sense to a " + call);
  }

  /** The height that a read's answer must have, at least. */
  private long minHeight(long deadline) {
    return client.reads() == ReadLevel.LINEARIZABLE
        ? Txn.passThroughLog(this, deadline)
        : seenHeight();
  }

  private long seenHeight() {
    return client.reads() == ReadLevel.LOCAL ? 0 : client.seen().required();
  }

  /** As {@link #minHeight}, of a read that is verified: signatures of old states stay valid. */
  long verifiedHeight(long deadline) {
    return Math.max(minHeight(deadline), client.seen().requiredOfProofs());
  }

  /**
   * At most {@code count} records of a table from {@code startKey} on, in the order of their keys'
   * bytes. Each record is the latest committed; records that come or go meanwhile may be missed.
   */
  public List<VeritasRecord> scan(String table, String startKey, int count) {
    byte[] from = KeyLimit.key(table, startKey);
    byte[] to = StateKey.endOf(table);
    long deadline = client.deadline();
    long minHeight = minHeight(deadline);
    List<VeritasRecord> records = new ArrayList<>();
    while (true) {
      int asked = Math.min(count - records.size(), SCAN_RECORDS_MAX);
      ScanReply reply = scanRaw(from, to, asked, minHeight, deadline);
      if (!reply.getValuesList().stream().allMatch(v -> v.size() >= StateValue.VERSION_BYTES)) {
        throw senseless("scan");
      }
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
    return scanRaw(from, to, limit, seenHeight(), client.deadline());
  }

  private ScanReply scanRaw(byte[] from, byte[] to, int limit, long minHeight, long deadline) {
    ScanRequest.Builder scan =
        ScanRequest.newBuilder()
            .setFrom(ByteString.copyFrom(from))
            .setTo(ByteString.copyFrom(to))
            .setLimit(limit);
    HeightRead read =
        new HeightRead(
            this, minHeight, deadline, min -> Request.newBuilder().setScan(scan.setMinHeight(min)));
    while (true) {
      ScanReply reply = read.next().getScan();
      int keys = reply.getKeysCount();
      if ((reply.getMore() && keys == 0) || keys != reply.getValuesCount() || keys > limit) {
        throw senseless("scan");
      }
      if (read.shows(reply.getHeight(), reply.getNewestHeight())) {
        return reply;
      }
    }
  }

  /** The least key that is greater than {@code key}. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Reads a record and checks it against the signatures of the cluster's nodes or validators,
   * trusting none of them alone. Whatever {@link ClientOptions#reads} says, it shows at least what
   * this client has proved before, and its own commits.
   *
   * @throws VeritasException.VerificationFailed if the node's answer fails the check
   */
  public VerifiedRecord verify(String table, String key) {
    return verified(() -> verifyNow(table, key));
  }

  private VerifiedRecord verifyNow(String table, String key) {
    byte[] stateKey = KeyLimit.key(table, key);
    long deadline = client.deadline();
    long minHeight = verifiedHeight(deadline);
    VerifyRequest.Builder verify = VerifyRequest.newBuilder().setKey(ByteString.copyFrom(stateKey));
    HeightRead read = verifying(verify, minHeight, deadline);
    while (true) {
      VerifiedRecord verified = read.checked(reply -> client.readVerifier().check(stateKey, reply));
      if (read.shows(verified.height(), verified.height())) {
        client.seen().proved(verified.height());
        return verified;
      }
    }
  }

  /** A read that nodes prove. */
  HeightRead verifying(VerifyRequest.Builder verify, long minHeight, long deadline) {
    return new HeightRead(
        this, minHeight, deadline, min -> Request.newBuilder().setVerify(verify.setMinHeight(min)));
  }

  /**
   * Reads a record as it was after the block at a height, and checks it as {@link #verify} does.
   * Nodes know as much of the past as their {@code state.history.blocks} says.
   *
   * @param height from 1 to that of the newest block
   * @throws VeritasException.Invalid if no node knows the state at that height: it is newer than
   *     their newest block, older than what they keep, or they keep none
   * @throws VeritasException.VerificationFailed if the node's answer fails the check, or is about
   *     another height
   */
  public VerifiedRecord verifyAt(String table, String key, long height) {
    if (height < 1) {
      throw new VeritasException.Invalid("a height is 1 or greater, not " + height);
    }
    return verified(() -> verifyNow(table, key, height));
  }

  private VerifiedRecord verifyNow(String table, String key, long height) {
    byte[] stateKey = KeyLimit.key(table, key);
    VerifyRequest.Builder verify =
        VerifyRequest.newBuilder().setKey(ByteString.copyFrom(stateKey)).setAtHeight(height);
    // A node that hasn't got there yet is to wait rather than to refuse.
    long minHeight = height <= client.seen().required() ? height : 0;
    HeightRead read = verifying(verify, minHeight, client.deadline());
    VerifyReply reply = read.next().getVerify();
    VerifiedRecord verified = client.readVerifier().checkAt(stateKey, height, reply);
    client.seen().proved(height);
    return verified;
  }

  /**
   * Checks the answers to several reads at once, as {@link #verify} does for one.
   *
   * @param receipts at least one
   * @throws VeritasException.VerificationFailed if one of them fails the check
   * @throws VeritasException.Invalid if no node can prove them any more: what they were read from
   *     is older than what nodes keep
   */
  public VerifiedReads verifySeen(List<SeenRecord.Receipt> receipts) {
    return verified(() -> new SeenReads(this).verify(receipts));
  }

  /**
   * The newest block that the cluster has signed, as the session's node tells it.
   *
   * @throws VeritasException.VerificationFailed if the node's answer fails the check
   */
  public VerifiedHead head() {
    return verified(() -> heads().newest(heads().required()));
  }

  /**
   * As {@link #head}, and checks that its ledger continues from a block that is known: that the
   * chain of headers leads from that one to the newest. The headers of some thousand blocks each
   * may take {@link ClientOptions#timeoutMs}; after ten minutes it ends.
   *
   * @param known of {@link #head} or of this
   * @throws VeritasException.VerificationFailed if the node's answer fails the check
   */
  public VerifiedHead follow(VerifiedHead known) {
    return verified(() -> heads().follow(known, known, Heads.FOLLOW_MS_MAX));
  }

  private Heads heads() {
    return new Heads(this);
  }

  /** What is verified is of the ledger that was verified before, where that is kept. */
  private <T> T verified(Supplier<T> call) {
    client.known().ifPresent(known -> known.require(client, node, client.deadline()));
    T result = call.get();
    client.known().ifPresent(KnownLedger::saveAtTimes);
    return result;
  }

  /**
   * What a node knows of the transaction that has this id; UNKNOWN if it has never seen one.
   *
   * @see #query(Txn)
   */
  public CommitResult query(TransactionId id) {
    return query(id, ByteString.EMPTY);
  }

  /**
   * What a node knows of a transaction that was committed here; UNKNOWN if it has never seen one of
   * its id.
   *
   * @throws VeritasException.IdInUse if another transaction has its id
   */
  public CommitResult query(Txn txn) {
    return txn.decided(query(txn.id(), UnsafeByteOperations.unsafeWrap(txn.bodyHash())));
  }

  private CommitResult query(TransactionId id, ByteString bodyHash) {
    QueryRequest.Builder query =
        QueryRequest.newBuilder()
            .setTransactionId(ByteString.copyFrom(id.encode()))
            .setBodyHash(bodyHash);
    Attempts attempts = attempts(Request.newBuilder().setQuery(query), client.deadline());
    CommitReply reply = attempts.require().getQuery();
    client.seen().committed(attempts.answeredBy(), reply.getHeight());
    return reply.getKnown()
        ? CommitResult.of(id, reply)
        : CommitResult.unknown(id, "the node has never seen it");
  }

  /** The status of the session's node. */
  public StatusReply status() {
    return call(Request.newBuilder().setStatus(StatusRequest.getDefaultInstance())).getStatus();
  }

  /** Sends a call to one node after another until one serves it or time is up. */
  Response call(Request.Builder request) {
    return call(request, client.deadline());
  }

  /** As {@link #call(Request.Builder)}, until a moment of {@link System#nanoTime}. */
  Response call(Request.Builder request, long deadline) {
    return attempts(request, deadline).require();
  }

  private Attempts attempts(Request.Builder request, long deadline) {
    return new Attempts(this, deadline, () -> request.clone().setTimeoutMs(timeoutMs(deadline)));
  }

  /** What is left until a deadline, at least 1 ms. */
  static int timeoutMs(long deadline) {
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  /** To the session's node, or to the next if that one has lied about its height. */
  NodeConnection connection() {
    NodeConnection connection = client.connection(node);
    for (int i = 1; i < client.connections().size(); i++) {
      if (!client.seen().isRefuted(connection.address())) {
        break;
      }
      node++;
      connection = client.connection(node);
    }
    return connection;
  }

  VeritasClient client() {
    return client;
  }

  /** Passes over the nodes that are not among these, if any is; returns whether it did. */
  boolean keepTo(Set<String> answering) {
    for (int i = 0; i < client.connections().size(); i++) {
      if (answering.contains(connection().address())) {
        return i > 0;
      }
      node++;
    }
    return false;
  }

  /** Goes to the next node, after a pause that spares nodes which are all down. */
  void moveOn(long deadline) {
    node++;
    LockSupport.parkNanos(Math.max(0, Math.min(RETRY_NANOS, deadline - System.nanoTime())));
  }
}
