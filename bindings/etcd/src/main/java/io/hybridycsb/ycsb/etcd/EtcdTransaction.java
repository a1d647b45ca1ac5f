package io.hybridycsb.ycsb.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Several records in one call of etcd's {@code Txn}: it compares the revision of each record read,
 * and writes if all are the same.
 */
final class EtcdTransaction extends BufferedTransaction<Long> {
  /** A member's {@code --max-txn-ops}, where nobody has set it otherwise. */
  private static final int OPERATIONS_MAX = 128;

  private final EtcdClient client;
  private final KV kv;

  EtcdTransaction(EtcdClient client, KV kv) {
    this.client = client;
    this.kv = kv;
  }

  @Override
  protected Fetched<Long> fetch(RecordName record) {
    EtcdClient.Version seen = client.fetch(record);
    return new Fetched<>(seen.revision(), seen.fields());
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
            .map(read -> unchanged(read.getKey(), read.getValue().state()))
            .toArray(Cmp[]::new);
    Op[] operations =
        writes.entrySet().stream()
            .map(write -> operation(write.getKey(), write.getValue()))
            .toArray(Op[]::new);
    TxnResponse answer = client.write(kv.txn().If(unchanged).Then(operations).commit());
    return answer.isSucceeded() ? Status.OK : Statuses.ABORTED;
  }

  private static Cmp unchanged(RecordName record, long revision) {
    return new Cmp(EtcdClient.key(record), Cmp.Op.EQUAL, CmpTarget.modRevision(revision));
  }

  private static Op operation(RecordName record, Optional<Map<String, byte[]>> fields) {
    ByteSequence key = EtcdClient.key(record);
    return fields
        .<Op>map(some -> Op.put(key, EtcdClient.value(some), PutOption.DEFAULT))
        .orElseGet(() -> Op.delete(key, DeleteOption.DEFAULT));
  }
}
