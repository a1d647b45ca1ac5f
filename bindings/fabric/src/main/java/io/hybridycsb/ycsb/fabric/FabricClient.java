package io.hybridycsb.ycsb.fabric;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BufferedTransaction.Fetched;
import io.hybridycsb.ycsb.support.OptimisticDb;
import io.hybridycsb.ycsb.support.Shared;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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
 * meanwhile. Deleting a record that is not there is OK.
 *
 * <p>Of a transaction over several records, reads are evaluated on one peer. The commit is one call
 * of the chaincode: it makes sure that each record read is as it was, and writes. What is changed
 * after that is found by Fabric's own check. A transaction that writes nothing makes sure on one
 * peer alone, and leaves nothing in the ledger.
 *
 * <p>UNKNOWN: the transaction was submitted, but its commit status did not come in time. ERROR:
 * peers refused to endorse it, or it broke the endorsement policy. SERVICE_UNAVAILABLE: no peer
 * could be reached, or the reachable peers do not satisfy the policy. With {@code
 * fabric.commit=async} OK means accepted by an orderer.
 */
public final class FabricClient extends OptimisticDb<byte[]> {
  /** The length of a key in the answer to a scan has two bytes. */
  private static final int STATE_KEY_BYTES_MAX = 0xffff;

  private static final byte[] NONE = {};

  /** One connection for each process. */
  private static final Shared<FabricConnection> CONNECTIONS = new Shared<>();

  private PropertySet.Values properties;
  private FabricSession session;

  public FabricClient() {
    super("fabric");
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
  protected Fetched<byte[]> fetch(RecordName name) {
    byte[] record = session.evaluate(Functions.GET, stateKey(name.table(), name.key()));
    return new Fetched<>(
        record, record.length == 0 ? Optional.empty() : Optional.of(RecordCodec.decode(record)));
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
    return Fields.decode(rows, 0).entrySet().stream()
        .map(row -> row(utf8(row.getKey()), row.getValue()))
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

  @Override
  protected Status commit(
      Map<RecordName, Fetched<byte[]>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    Map<String, byte[]> expected = new HashMap<>();
    Map<String, byte[]> written = new HashMap<>();
    reads.forEach((name, seen) -> expected.put(text(name), Functions.digest(seen.state())));
    writes.forEach(
        (name, fields) -> written.put(text(name), fields.map(FabricClient::encoded).orElse(NONE)));
    byte[][] arguments = wellFormed(() -> arguments(expected, written));
    return written.isEmpty()
        ? session.check(Functions.EXECUTE, arguments)
        : session.submit(Functions.EXECUTE, arguments);
  }

  private static byte[][] arguments(Map<String, byte[]> expected, Map<String, byte[]> written) {
    Functions.requireFew(expected.size() + written.size());
    return new byte[][] {Fields.encode(expected), Fields.encode(written)};
  }

  private static String text(RecordName name) {
    return new String(stateKey(name.table(), name.key()), StandardCharsets.UTF_8);
  }

  private static Row row(byte[] stateKey, byte[] record) {
    return new Row(StateKey.key(stateKey), RecordVersion.hide(RecordCodec.decode(record)));
  }

  private static byte[] stateKey(String table, String key) {
    byte[] whole = wellFormed(() -> StateKey.of(table, key));
    if (whole.length > STATE_KEY_BYTES_MAX) {
      throw new FailedOperation(
          Status.BAD_REQUEST,
          "a key with its table has %d bytes; at most %d are allowed"
              .formatted(whole.length, STATE_KEY_BYTES_MAX));
    }
    return whole;
  }

  private static byte[] encoded(Map<String, byte[]> fields) {
    return wellFormed(() -> RecordCodec.encode(fields));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static <T> T wellFormed(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    }
  }
}
