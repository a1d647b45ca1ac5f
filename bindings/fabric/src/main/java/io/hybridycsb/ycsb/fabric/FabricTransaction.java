package io.hybridycsb.ycsb.fabric;

import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.fabric.model.Operation;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Several records in one transaction of Fabric. Reads are evaluated on one peer. The commit is one
 * call of the chaincode: it makes sure that each record read is as it was, and writes. What is
 * changed after that is found by Fabric's own check. A transaction that writes nothing makes sure
 * on one peer alone, and leaves nothing in the ledger.
 */
final class FabricTransaction extends BufferedTransaction<byte[]> {
  private final FabricSession session;

  FabricTransaction(FabricSession session) {
    this.session = session;
  }

  @Override
  protected Fetched<byte[]> fetch(RecordName name) {
    byte[] record =
        session.evaluate(Functions.GET, FabricClient.stateKey(name.table(), name.key()));
    return new Fetched<>(
        record, record.length == 0 ? Optional.empty() : Optional.of(RecordCodec.decode(record)));
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<byte[]>> reads,
      Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    List<Operation> operations = new ArrayList<>();
    reads.forEach((name, seen) -> operations.add(Operation.expect(stateKey(name), seen.state())));
    writes.forEach((name, fields) -> operations.add(write(stateKey(name), fields)));
    byte[] encoded = FabricClient.wellFormed(() -> Operation.encode(operations));
    return writes.isEmpty()
        ? session.check(Functions.EXECUTE, encoded)
        : session.submit(Functions.EXECUTE, encoded);
  }

  private static Operation write(String stateKey, Optional<Map<String, byte[]>> fields) {
    return fields
        .map(some -> Operation.put(stateKey, FabricClient.encoded(some)))
        .orElseGet(() -> Operation.delete(stateKey));
  }

  private static String stateKey(RecordName name) {
    return new String(FabricClient.stateKey(name.table(), name.key()), StandardCharsets.UTF_8);
  }
}
