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
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BufferedTransaction.Fetched;
import io.hybridycsb.ycsb.support.OptimisticDb;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Shared;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
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
public final class QuorumDb extends OptimisticDb<ReadRecord> {
  /** One for each process; a process runs one binding. */
  private static final Shared<QuorumClient> CLIENTS = new Shared<>();

  /** More connections than that to one node are closed after each call. */
  private static final String CONNECTIONS_KEPT = "512";

  private static final byte[] NONE = {};

  private QuorumProperties properties;
  private QuorumClient client;
  private QuorumSession session;

  public QuorumDb() {
    super("quorum");
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
    session = client.session();
  }

  @Override
  protected Fetched<ReadRecord> fetch(RecordName record) {
    byte[] key = key(record);
    Optional<byte[]> value =
        reading(() -> verifiesOnline() ? session.verify(key) : session.get(key)).value();
    ReadRecord read = ReadRecord.of(client.cluster().layout(), key, value.orElse(NONE));
    return new Fetched<>(read, value.map(RecordCodec::decode));
  }

  private static byte[] key(RecordName record) {
    return StateKey.of(record.table(), record.key());
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
    return merge(properties.retries(), new RecordName(table, key), fields);
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return delete(properties.retries(), new RecordName(table, key));
  }

  /**
   * One call of the contract: it compares the digest of each record read, and writes if all are the
   * same. If nothing is written, that needs no block: the client compares.
   */
  @Override
  protected Status commit(
      Map<RecordName, Fetched<ReadRecord>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<ReadRecord> seen = reads.values().stream().map(Fetched::state).toList();
    if (writes.isEmpty()) {
      // A read alone is of one block anyway.
      return seen.size() == 1 || reading(() -> session.areUnchanged(seen, verifiesOnline()))
          ? Status.OK
          : Statuses.ABORTED;
    }
    List<Written> changes = new ArrayList<>();
    writes.forEach(
        (record, fields) ->
            changes.add(new Written(key(record), fields.map(RecordCodec::encode).orElse(NONE))));
    try {
      return status(session.transact(seen, changes));
    } catch (InterruptedException e) {
      throw interrupted(Statuses.UNKNOWN);
    }
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
