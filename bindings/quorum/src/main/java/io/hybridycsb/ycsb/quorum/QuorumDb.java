package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.NotAnswered;
import io.hybridycsb.quorum.client.Outcome;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Shared;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * YCSB binding {@code quorum}. Its properties are those of {@link QuorumProperties}.
 *
 * <p>A write is a transaction of the contract, and is acknowledged once a block has it. An insert
 * sets the record. An update reads the record, merges its fields, and sets the result if the record
 * is still the one read. If it isn't, the update is tried again, {@code quorum.retries} times at
 * most, and is then ABORTED. A delete goes the same way. Reads call the contract at one node.
 *
 * <p>The contract has no list of keys, so a scan is NOT_IMPLEMENTED.
 */
public final class QuorumDb extends BindingDb {
  /** One for each process; a process runs one binding. */
  private static final Shared<QuorumClient> CLIENTS = new Shared<>();

  /** More connections than that to one node are closed after each call. */
  private static final String CONNECTIONS_KEPT = "512";

  private QuorumProperties properties;
  private QuorumClient client;
  private ClusterFile cluster;
  private QuorumSession session;

  public QuorumDb() {
    this(Terminator.EXIT);
  }

  QuorumDb(Terminator terminator) {
    super("quorum", terminator);
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = QuorumProperties.read(all);
    // Each of YCSB's threads needs one; the JDK keeps 5 unless told otherwise.
    if (System.getProperty("http.maxConnections") == null) {
      System.setProperty("http.maxConnections", CONNECTIONS_KEPT);
    }
    client =
        take(
            CLIENTS,
            () ->
                QuorumClient.open(
                    ClusterFile.read(properties.cluster()),
                    properties.reads(),
                    properties.timeoutMs()));
    cluster = client.cluster();
    session = client.session();
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    return fetch(StateKey.of(table, key)).map(RecordCodec::decode).map(RecordVersion::hide);
  }

  /** The value of a key, verified if that is wanted. */
  Optional<byte[]> fetch(byte[] key) {
    return reading(() -> verifiesOnline() ? session.verify(key) : session.get(key)).value();
  }

  /** A call that changes nothing. */
  interface Read<T> {
    T make() throws InterruptedException;
  }

  /** Maps the client's exceptions to YCSB's statuses. */
  static <T> T reading(Read<T> call) {
    try {
      return call.make();
    } catch (VerificationFailed e) {
      throw new FailedOperation(Statuses.VERIFICATION_FAILED, e.getMessage());
    } catch (NotAnswered e) {
      throw new FailedOperation(
          Status.SERVICE_UNAVAILABLE, "a read was not answered: " + e.getMessage());
    } catch (InterruptedException e) {
      throw interrupted(Status.SERVICE_UNAVAILABLE);
    }
  }

  private boolean verifiesOnline() {
    return properties.verify() == QuorumProperties.Verify.ONLINE;
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    throw new FailedOperation(
        Status.NOT_IMPLEMENTED, "the contract has no list of keys, so there are no scans");
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    try {
      return status(session.set(new Written(StateKey.of(table, key), RecordCodec.encode(fields))));
    } catch (InterruptedException e) {
      throw interrupted(Statuses.UNKNOWN);
    }
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    byte[] at = StateKey.of(table, key);
    return OptimisticUpdate.retrying(
        properties.retries(),
        () -> {
          Optional<byte[]> found = fetch(at);
          Map<String, byte[]> merged =
              OptimisticUpdate.merged(found.map(RecordCodec::decode), fields);
          return replace(at, found, RecordCodec.encode(merged));
        });
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    byte[] at = StateKey.of(table, key);
    return OptimisticUpdate.retrying(
        properties.retries(),
        () -> {
          Optional<byte[]> found = fetch(at);
          return found.isEmpty() ? Status.NOT_FOUND : replace(at, found, new byte[0]);
        });
  }

  private Status replace(byte[] key, Optional<byte[]> found, byte[] value) {
    return transact(
        List.of(asRead(key, found.orElseGet(() -> new byte[0]))), List.of(new Written(key, value)));
  }

  /** A record as it was read, with no bytes if there is none. */
  ReadRecord asRead(byte[] key, byte[] value) {
    return ReadRecord.of(cluster.layout(), key, value);
  }

  /** {@link QuorumSession#transact}; ABORTED if a record has changed. */
  Status transact(List<ReadRecord> reads, List<Written> writes) {
    try {
      return status(session.transact(reads, writes));
    } catch (InterruptedException e) {
      throw interrupted(Statuses.UNKNOWN);
    }
  }

  /** {@link QuorumSession#areUnchanged}, verified if that is wanted; ABORTED if one is not. */
  Status snapshot(List<ReadRecord> reads) {
    return reading(() -> session.areUnchanged(reads, verifiesOnline()))
        ? Status.OK
        : Statuses.ABORTED;
  }

  @Override
  protected Optional<Supplier<Transaction>> transactions() {
    return Optional.of(() -> new QuorumTransaction(this));
  }

  @Override
  protected Optional<ProvableReads> provableReads() {
    return Optional.of(new QuorumReads(client, session));
  }

  private static FailedOperation interrupted(Status status) {
    Thread.currentThread().interrupt();
    return new FailedOperation(status, "interrupted");
  }

  private static Status status(Outcome outcome) {
    return switch (outcome.kind()) {
      case COMMITTED -> Status.OK;
      case CHANGED -> Statuses.ABORTED;
      case TOO_LARGE ->
          throw new FailedOperation(
              Status.BAD_REQUEST, "the chain takes no such write: " + outcome.detail());
      case NOT_SUBMITTED ->
          throw new FailedOperation(
              Status.SERVICE_UNAVAILABLE, "a write was not submitted: " + outcome.detail());
      case FAILED -> throw new FailedOperation(Status.ERROR, "not written: " + outcome.detail());
      case UNKNOWN -> throw FailedOperation.unknown(outcome.detail());
    };
  }
}
