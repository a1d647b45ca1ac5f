package io.hybridycsb.ycsb.immudb;

import io.hybridycsb.immudb.client.Change;
import io.hybridycsb.immudb.client.VersionedValue;
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
 * Several records in one transaction of immudb, whose preconditions are that nothing read has
 * changed. One that writes nothing reads all of it again at one instant.
 */
final class ImmudbTransaction extends BufferedTransaction<VersionedValue> {
  private final ImmudbDb db;

  ImmudbTransaction(ImmudbDb db) {
    this.db = db;
  }

  @Override
  protected Fetched<VersionedValue> fetch(RecordName record) {
    VersionedValue seen = db.fetch(key(record));
    return new Fetched<>(seen, seen.value().map(RecordCodec::decode));
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<VersionedValue>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<VersionedValue> seen = reads.values().stream().map(Fetched::state).toList();
    if (writes.isEmpty()) {
      return seen.size() == 1 ? Status.OK : db.unchanged(seen);
    }
    List<Change> changes = new ArrayList<>();
    writes.forEach(
        (record, fields) -> changes.add(new Change(key(record), fields.map(RecordCodec::encode))));
    return db.write(changes, seen);
  }

  private static byte[] key(RecordName record) {
    return StateKey.of(record.table(), record.key());
  }
}
