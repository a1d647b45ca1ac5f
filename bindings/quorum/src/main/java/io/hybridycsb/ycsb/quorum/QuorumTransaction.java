package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Several records in one call of the contract: it compares the digest of each record read, and
 * writes if all are the same. One that writes nothing needs no block: the client compares.
 */
final class QuorumTransaction extends BufferedTransaction<ReadRecord> {
  private static final byte[] NONE = new byte[0];

  private final QuorumDb db;

  QuorumTransaction(QuorumDb db) {
    this.db = db;
  }

  @Override
  protected Fetched<ReadRecord> fetch(RecordName record) {
    byte[] key = key(record);
    Optional<byte[]> value = db.fetch(key);
    return new Fetched<>(db.asRead(key, value.orElse(NONE)), value.map(RecordCodec::decode));
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<ReadRecord>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<ReadRecord> seen = reads.values().stream().map(Fetched::state).toList();
    if (writes.isEmpty()) {
      // A read alone is of one block anyway.
      return seen.size() == 1 ? Status.OK : db.snapshot(seen);
    }
    List<Written> changes = new ArrayList<>();
    writes.forEach(
        (record, fields) ->
            changes.add(new Written(key(record), fields.map(RecordCodec::encode).orElse(NONE))));
    return db.transact(seen, changes);
  }

  private static byte[] key(RecordName record) {
    return StateKey.of(record.table(), record.key());
  }
}
