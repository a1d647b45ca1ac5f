package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.RecordCodec;
import io.hybridycsb.ethereum.contract.StateKey;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import io.hybridycsb.ycsb.support.RecordName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Several records in one call of the contract: it compares the digest of each record read, and
 * writes if all are the same.
 */
final class QuorumTransaction extends BufferedTransaction<byte[]> {
  private static final byte[] NONE = new byte[0];

  private final QuorumDb db;
  private int readBytes;

  QuorumTransaction(QuorumDb db) {
    this.db = db;
  }

  @Override
  protected Fetched<byte[]> fetch(RecordName record) {
    Optional<byte[]> value = db.fetch(key(record));
    readBytes += value.map(bytes -> bytes.length).orElse(0);
    return new Fetched<>(db.digest(value.orElse(NONE)), value.map(RecordCodec::decode));
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<byte[]>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<ReadRecord> seen = new ArrayList<>();
    reads.forEach((record, fetched) -> seen.add(new ReadRecord(key(record), fetched.state())));
    List<Written> changes = new ArrayList<>();
    writes.forEach(
        (record, fields) ->
            changes.add(new Written(key(record), fields.map(RecordCodec::encode).orElse(NONE))));
    return db.transact(seen, readBytes, changes);
  }

  private static byte[] key(RecordName record) {
    return StateKey.of(record.table(), record.key());
  }
}
