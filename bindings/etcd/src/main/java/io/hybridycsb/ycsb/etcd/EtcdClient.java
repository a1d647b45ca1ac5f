package io.hybridycsb.ycsb.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BufferedTransaction.Fetched;
import io.hybridycsb.ycsb.support.OptimisticDb;
import io.hybridycsb.ycsb.support.Shared;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import site.ycsb.Status;

/**
 * YCSB binding {@code etcd}. A record is one key and its value ({@link Fields}); the keys of a
 * table lie together, so a scan is a range. Its properties are those of {@link EtcdProperties}.
 *
 * <p>An insert puts, a delete deletes. An update reads the record and puts it with the fields
 * merged, if its revision is still the one read. If another write came first, the same call returns
 * the newer record. The update is tried again with that, {@code etcd.retries} times at most, and is
 * then ABORTED. An update of an absent record makes one.
 *
 * <p>A transaction over several records is one call of etcd's {@code Txn} as well: it compares the
 * revision of each record read, and writes if all are the same.
 *
 * <p>A write whose answer is lost is UNKNOWN: it is never sent twice. So is a write that finds the
 * database full, since etcd gives the same error for the write that has filled it. Any other
 * refusal is BAD_REQUEST or SERVICE_UNAVAILABLE.
 */
public final class EtcdClient extends OptimisticDb<Long> {
  /** One for each process; a process runs one binding. */
  private static final Shared<SharedClient> CLIENTS = new Shared<>();

  /** A member's {@code --max-txn-ops}, where nobody has set it otherwise. */
  private static final int OPERATIONS_MAX = 128;

  private static final GetOption LINEARIZABLE = GetOption.DEFAULT;
  private static final GetOption SERIALIZABLE = GetOption.builder().withSerializable(true).build();

  private PropertySet.Values properties;
  private Calls calls;
  private KV kv;
  private GetOption freshness;

  public EtcdClient() {
    super("etcd");
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = EtcdProperties.read(all);
    calls = new Calls(properties.get(EtcdProperties.TIMEOUT_MS));
    freshness =
        properties.get(EtcdProperties.READ) == EtcdProperties.Read.LINEARIZABLE
            ? LINEARIZABLE
            : SERIALIZABLE;
    SharedClient client = take(CLIENTS, () -> SharedClient.connect(properties));
    kv = client.kv();
  }

  @Override
  protected Fetched<Long> fetch(RecordName record) {
    return fetched(read(key(record), freshness));
  }

  /** A record as it was seen, with the revision at which it was written; 0 if there is none. */
  private static Fetched<Long> fetched(GetResponse found) {
    if (found.getKvs().isEmpty()) {
      return new Fetched<>(0L, Optional.empty());
    }
    KeyValue entry = found.getKvs().get(0);
    return new Fetched<>(entry.getModRevision(), Optional.of(fields(entry)));
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    ByteSequence from = key(table, startKey);
    GetOption range =
        GetOption.builder()
            .withRange(ByteSequence.from(StateKey.endOf(table)))
            .withLimit(count)
            .withSerializable(freshness.isSerializable())
            .build();
    return read(from, range).getKvs().stream()
        .map(
            entry ->
                new Row(StateKey.key(entry.getKey().getBytes()), RecordVersion.hide(fields(entry))))
        .toList();
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return put(key(table, key), fields);
  }

  private Status put(ByteSequence key, Map<String, byte[]> fields) {
    write(kv.put(key, value(fields)));
    return Status.OK;
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    ByteSequence at = key(table, key);
    if (properties.get(EtcdProperties.UPDATE) == EtcdProperties.Update.PUT) {
      return put(at, fields);
    }
    // If this member lags behind, the comparison of revisions fails.
    Fetched<Long> seen = fetched(read(at, SERIALIZABLE));
    for (int attempt = 0; attempt <= properties.get(EtcdProperties.RETRIES); attempt++) {
      TxnResponse answer = write(putIfUnchanged(at, seen, fields));
      if (answer.isSucceeded()) {
        return Status.OK;
      }
      seen = fetched(answer.getGetResponses().get(0));
    }
    return Statuses.ABORTED;
  }

  private CompletableFuture<TxnResponse> putIfUnchanged(
      ByteSequence key, Fetched<Long> seen, Map<String, byte[]> fields) {
    Map<String, byte[]> merged = OptimisticUpdate.merged(seen.record(), fields);
    return kv.txn()
        .If(unchanged(key, seen))
        .Then(Op.put(key, value(merged), PutOption.DEFAULT))
        .Else(Op.get(key, LINEARIZABLE))
        .commit();
  }

  private static Cmp unchanged(ByteSequence key, Fetched<Long> seen) {
    return new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(seen.state()));
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return write(kv.delete(key(table, key))).getDeleted() == 0 ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<Long>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    int most = Math.max(reads.size(), writes.size());
    if (most > OPERATIONS_MAX) {
      throw new FailedOperation(
          Status.BAD_REQUEST,
          "a transaction reads or writes %d records; etcd takes at most %d"
              .formatted(most, OPERATIONS_MAX));
    }
    Cmp[] unchanged =
        reads.entrySet().stream()
            .map(read -> unchanged(key(read.getKey()), read.getValue()))
            .toArray(Cmp[]::new);
    Op[] operations =
        writes.entrySet().stream()
            .map(write -> operation(key(write.getKey()), write.getValue()))
            .toArray(Op[]::new);
    TxnResponse answer = write(kv.txn().If(unchanged).Then(operations).commit());
    return answer.isSucceeded() ? Status.OK : Statuses.ABORTED;
  }

  private static Op operation(ByteSequence key, Optional<Map<String, byte[]>> fields) {
    return fields
        .<Op>map(some -> Op.put(key, value(some), PutOption.DEFAULT))
        .orElseGet(() -> Op.delete(key, DeleteOption.DEFAULT));
  }

  private static Map<String, byte[]> fields(KeyValue entry) {
    return Fields.decode(entry.getValue().getBytes(), 0);
  }

  private static ByteSequence key(RecordName record) {
    return key(record.table(), record.key());
  }

  private static ByteSequence key(String table, String key) {
    return ByteSequence.from(StateKey.of(table, key));
  }

  private static ByteSequence value(Map<String, byte[]> fields) {
    return ByteSequence.from(Fields.encode(fields));
  }

  private GetResponse read(ByteSequence key, GetOption option) {
    try {
      return calls.await(kv.get(key, option));
    } catch (CallFailed e) {
      throw new FailedOperation(
          e.isRefusal() ? Status.ERROR : Status.SERVICE_UNAVAILABLE,
          "a read failed: " + e.getMessage());
    }
  }

  /** The answer to a write. */
  private <T> T write(CompletableFuture<T> call) {
    try {
      return calls.await(call);
    } catch (CallFailed e) {
      if (!e.isRefusal()) {
        throw FailedOperation.unknown(e.getMessage());
      }
      boolean wrong = e.status().getCode() == io.grpc.Status.Code.INVALID_ARGUMENT;
      throw new FailedOperation(
          wrong ? Status.BAD_REQUEST : Status.SERVICE_UNAVAILABLE,
          "etcd refuses a write: " + e.getMessage());
    }
  }
}
