package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.immudb.wire.EntriesSpec;
import io.hybridycsb.immudb.wire.EntryTypeAction;
import io.hybridycsb.immudb.wire.EntryTypeSpec;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.KeyRequest;
import io.hybridycsb.immudb.wire.KeyValue;
import io.hybridycsb.immudb.wire.Precondition;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.TxScanRequest;
import io.hybridycsb.immudb.wire.VerifiableTxRequest;
import java.util.List;

/** What is asked of the server. */
final class Requests {
  private static final KVMetadata DELETED = KVMetadata.newBuilder().setDeleted(true).build();

  private Requests() {}

  static ByteString bytes(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /**
   * A read.
   *
   * @param tx the transaction that has written the value; 0 for the newest
   */
  static KeyRequest get(byte[] key, long tx) {
    return KeyRequest.newBuilder().setKey(bytes(key)).setAtTx(tx).build();
  }

  /**
   * A write of all changes, or of none if something seen has changed.
   *
   * @param seen what it counts on
   */
  static SetRequest set(List<Change> changes, List<VersionedValue> seen) {
    // Reads wait for the index, so writes needn't.
    SetRequest.Builder request = SetRequest.newBuilder().setNoWait(true);
    for (Change change : changes) {
      KeyValue.Builder entry = request.addKVsBuilder().setKey(bytes(change.key()));
      change
          .value()
          .ifPresentOrElse(value -> entry.setValue(bytes(value)), () -> entry.setMetadata(DELETED));
    }
    seen.forEach(each -> request.addPreconditions(unchanged(each)));
    return request.build();
  }

  private static Precondition unchanged(VersionedValue seen) {
    Precondition.Builder condition = Precondition.newBuilder();
    if (seen.value().isEmpty()) {
      condition.getKeyMustNotExistBuilder().setKey(bytes(seen.key()));
    } else {
      condition.getKeyNotModifiedAfterTXBuilder().setKey(bytes(seen.key())).setTxID(seen.tx());
    }
    return condition.build();
  }

  /** The proof that goes from the one transaction to the other, whichever is earlier. */
  static VerifiableTxRequest link(long one, long other) {
    return VerifiableTxRequest.newBuilder()
        .setTx(one)
        .setProveSinceTx(other)
        // Otherwise the server needs one of its few snapshots.
        .setKeepReferencesUnresolved(true)
        .build();
  }

  /** Transactions of the log, by rising number, with all that they have written. */
  static TxScanRequest log(long first, int limit) {
    EntryTypeSpec values = EntryTypeSpec.newBuilder().setAction(EntryTypeAction.RAW_VALUE).build();
    return TxScanRequest.newBuilder()
        .setInitialTx(first)
        .setLimit(limit)
        .setEntriesSpec(
            EntriesSpec.newBuilder()
                .setKvEntriesSpec(values)
                .setZEntriesSpec(values)
                .setSqlEntriesSpec(values))
        .build();
  }
}
