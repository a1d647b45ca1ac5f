package io.hybridycsb.ycsb.immudb;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Change;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.VersionedValue;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
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
import java.util.function.Supplier;
import java.util.stream.IntStream;
import site.ycsb.Status;

/**
 * YCSB binding {@code immudb}. A record is one key and its value; the keys of a table lie together,
 * so a scan is a range. Its properties are those of {@link ImmudbProperties}.
 *
 * <p>An insert writes the record. An update reads it, and writes it with the fields merged if no
 * transaction has written it since. If one has, the update is tried again, {@code immudb.retries}
 * times at most, and is then ABORTED. A delete goes the same way.
 *
 * <p>With {@code immudb.verify=online}, each value read and each write is checked against the state
 * that the process keeps, before it returns. A scan's values are checked one by one.
 *
 * <p>A write whose answer is lost is UNKNOWN: it is never sent twice.
 */
public final class ImmudbDb extends OptimisticDb<VersionedValue> {
  /** One for each process; a process runs one binding. */
  private static final Shared<Immudb> CLIENTS = new Shared<>();

  private ImmudbProperties properties;
  private Immudb client;

  public ImmudbDb() {
    super("immudb");
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = ImmudbProperties.read(all);
    try {
      client = take(CLIENTS, () -> Immudb.open(properties.server(), properties.state()));
    } catch (CallFailed e) {
      throw new IllegalStateException(
          "immudb at %s can't be used: %s".formatted(properties.server().address(), e.getMessage()),
          e);
    }
  }

  @Override
  protected void close() throws Exception {
    try {
      super.close();
    } catch (VerificationFailed e) {
      throw new IllegalStateException("at the end: " + e.getMessage(), e);
    } catch (CallFailed e) {
      if (e.isAnswer() || client.hasVerified()) {
        throw new IllegalStateException("at the end: " + e.getMessage(), e);
      }
      tell("at the end: " + e.getMessage());
    }
  }

  @Override
  protected Fetched<VersionedValue> fetch(RecordName record) {
    byte[] key = key(record);
    VersionedValue seen = reading(() -> isVerified() ? client.verifiedGet(key) : client.get(key));
    return new Fetched<>(seen, seen.value().map(RecordCodec::decode));
  }

  private static byte[] key(RecordName record) {
    return StateKey.of(record.table(), record.key());
  }

  /** Maps the client's exceptions to YCSB's statuses. */
  static <T> T reading(Supplier<T> call) {
    try {
      return call.get();
    } catch (CallFailed e) {
      throw unread(e);
    } catch (VerificationFailed e) {
      throw unproven(e);
    }
  }

  private boolean isVerified() {
    return properties.verify() == ImmudbProperties.Verify.ONLINE;
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    byte[] end = StateKey.endOf(table);
    return Row.byPages(
        startKey,
        count,
        (from, left) -> {
          int most = Math.min(left, Immudb.SCAN_MAX);
          return reading(() -> client.scan(StateKey.of(table, from), end, most)).stream()
              .map(this::row)
              .toList();
        });
  }

  private Row row(VersionedValue found) {
    byte[] value =
        isVerified()
            ? reading(() -> client.verifiedGet(found.key(), found.tx()).value())
            : found.value().orElseThrow();
    return new Row(StateKey.key(found.key()), RecordVersion.hide(RecordCodec.decode(value)));
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return commit(Map.of(), Map.of(new RecordName(table, key), Optional.of(fields)));
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return properties.update() == ImmudbProperties.Update.PUT
        ? insertRecord(table, key, fields)
        : merge(properties.retries(), new RecordName(table, key), fields);
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return delete(properties.retries(), new RecordName(table, key));
  }

  /**
   * One transaction of immudb, whose preconditions are that nothing read has changed. If nothing is
   * written, all of it is read again at one instant.
   */
  @Override
  protected Status commit(
      Map<RecordName, Fetched<VersionedValue>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<VersionedValue> seen = reads.values().stream().map(Fetched::state).toList();
    if (writes.isEmpty()) {
      return seen.size() == 1 ? Status.OK : unchanged(seen);
    }
    List<Change> changes = new ArrayList<>();
    writes.forEach(
        (record, fields) -> changes.add(new Change(key(record), fields.map(RecordCodec::encode))));
    return write(changes, seen);
  }

  /** Makes all changes, or ABORTED if something seen has changed. */
  private Status write(List<Change> changes, List<VersionedValue> seen) {
    try {
      if (isVerified()) {
        client.verifiedSet(changes, seen);
      } else {
        client.set(changes, seen);
      }
      return Status.OK;
    } catch (VerificationFailed e) {
      throw unproven(e);
    } catch (CallFailed e) {
      return switch (e.kind()) {
        case CONFLICT -> Statuses.ABORTED;
        case REFUSED ->
            throw new FailedOperation(
                Status.BAD_REQUEST, "immudb refuses a write: " + e.getMessage());
        case NOT_SENT ->
            throw new FailedOperation(
                Status.SERVICE_UNAVAILABLE, "a write was not sent: " + e.getMessage());
        case FAILED, NO_ANSWER -> throw FailedOperation.unknown(e.getMessage());
      };
    }
  }

  /** OK if all are still as they were seen, at one instant; otherwise ABORTED. */
  private Status unchanged(List<VersionedValue> seen) {
    List<VersionedValue> now =
        reading(() -> client.getAll(seen.stream().map(VersionedValue::key).toList()));
    boolean unchanged =
        IntStream.range(0, seen.size()).allMatch(i -> seen.get(i).tx() == now.get(i).tx());
    return unchanged ? Status.OK : Statuses.ABORTED;
  }

  @Override
  protected Optional<ProvableReads> provableReads() {
    return Optional.of(new ImmudbReads(client));
  }

  static FailedOperation unread(CallFailed e) {
    return new FailedOperation(
        e.isAnswer() ? Status.ERROR : Status.SERVICE_UNAVAILABLE,
        "a read failed: " + e.getMessage());
  }

  static FailedOperation unproven(VerificationFailed e) {
    return new FailedOperation(Statuses.VERIFICATION_FAILED, e.getMessage());
  }
}
