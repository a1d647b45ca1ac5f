package io.hybridycsb.ycsb.fabric;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.fabric.model.Rows;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.Shared;
import io.hybridycsb.ycsb.support.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * YCSB binding {@code fabric}: Hyperledger Fabric with our key-value chaincode. Its properties are
 * those of {@link FabricProperties}. Reads and scans are evaluated on one peer; insert, update and
 * delete are transactions. Insert and delete read nothing, so they never conflict; an update reads
 * the record to merge its fields, and is ABORTED if another transaction has changed the record
 * meanwhile. Deleting a record that is not there is OK. So are transactions over several records
 * ({@link FabricTransaction}).
 *
 * <p>UNKNOWN: the transaction was submitted, but its commit status did not come in time. ERROR:
 * peers refused to endorse it, or it broke the endorsement policy. SERVICE_UNAVAILABLE: no peer
 * could be reached, or the reachable peers do not satisfy the policy. With {@code
 * fabric.commit=async} OK means accepted by an orderer.
 */
public final class FabricClient extends BindingDb {
  /** The length of a key in the answer to a scan has two bytes. */
  private static final int STATE_KEY_BYTES_MAX = 0xffff;

  /** One connection for each process. */
  private static final Shared<FabricConnection> CONNECTIONS = new Shared<>();

  private PropertySet.Values properties;
  private FabricSession session;

  public FabricClient() {
    this(Terminator.EXIT);
  }

  FabricClient(Terminator terminator) {
    super("fabric", terminator);
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = FabricProperties.read(all);
    FabricConnection connection =
        take(CONNECTIONS, () -> FabricConnection.open(properties, this::tell));
    session = connection.session();
    if (properties.get(FabricProperties.COMMIT) == FabricProperties.Commit.ASYNC) {
      tell("commits are asynchronous: OK means accepted, not committed");
    }
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    byte[] record = session.evaluate(Functions.GET, stateKey(table, key));
    return record.length == 0 ? Optional.empty() : Optional.of(fields(record));
  }

  @Override
  protected Optional<Supplier<Transaction>> transactions() {
    return Optional.of(() -> new FabricTransaction(session));
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    if (count > Functions.SCAN_RECORDS_MAX) {
      throw new FailedOperation(
          Status.BAD_REQUEST,
          "a scan asks for at most %d records, not %d"
              .formatted(Functions.SCAN_RECORDS_MAX, count));
    }
    byte[] rows =
        session.evaluate(
            Functions.SCAN,
            stateKey(table, startKey),
            StateKey.endOf(table),
            utf8(Integer.toString(count)));
    return Rows.decode(rows).stream()
        .map(row -> new Row(StateKey.key(utf8(row.stateKey())), fields(row.record())))
        .toList();
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return submit(Functions.PUT, stateKey(table, key), encoded(fields));
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return submit(Functions.MERGE, stateKey(table, key), encoded(fields));
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return submit(Functions.DELETE, stateKey(table, key));
  }

  private Status submit(String function, byte[]... arguments) {
    return OptimisticUpdate.retrying(
        properties.get(FabricProperties.RETRIES), () -> session.submit(function, arguments));
  }

  private static Map<String, byte[]> fields(byte[] record) {
    return RecordVersion.hide(RecordCodec.decode(record));
  }

  static byte[] stateKey(String table, String key) {
    byte[] whole = wellFormed(() -> StateKey.of(table, key));
    if (whole.length > STATE_KEY_BYTES_MAX) {
      throw new FailedOperation(
          Status.BAD_REQUEST,
          "a key with its table has %d bytes; at most %d are allowed"
              .formatted(whole.length, STATE_KEY_BYTES_MAX));
    }
    return whole;
  }

  static byte[] encoded(Map<String, byte[]> fields) {
    return wellFormed(() -> RecordCodec.encode(fields));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static <T> T wellFormed(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    }
  }
}
