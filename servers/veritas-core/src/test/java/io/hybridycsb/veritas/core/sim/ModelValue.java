package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A record as the model has it; its fields are text, so that equal records are equal. */
public record ModelValue(long version, Map<String, String> fields) {

  /**
   * Makes all of a transaction's writes, or none.
   *
   * @param valueBytesMax what a record may have
   * @return false if a record would become too large
   */
  static boolean commit(
      CheckedTransaction transaction, Map<ByteKey, ModelValue> state, int valueBytesMax) {
    Map<ByteKey, ModelValue> changed = new LinkedHashMap<>();
    for (CheckedTransaction.Change write : transaction.writes()) {
      ModelValue after = after(state.get(write.key()), write, transaction.timestamp());
      if (after != null && after.encode().length > valueBytesMax) {
        return false;
      }
      changed.put(write.key(), after);
    }
    state.putAll(changed);
    state.values().removeIf(Objects::isNull);
    return true;
  }

  /** The record after a write; null when it is then absent. */
  public static ModelValue after(ModelValue before, CheckedTransaction.Change write, long version) {
    Map<String, String> fields = new LinkedHashMap<>();
    switch (write.kind()) {
      case DELETE -> {
        return null;
      }
      case MERGE -> fields.putAll(before == null ? Map.of() : before.fields());
      case PUT -> {}
      case UNRECOGNIZED -> throw new AssertionError("the ledger holds a write of unknown kind");
    }
    Fields.decode(write.fields(), 0)
        .forEach((name, value) -> fields.put(name, new String(value, ISO)));
    return new ModelValue(version, Collections.unmodifiableMap(fields));
  }

  private static final java.nio.charset.Charset ISO = java.nio.charset.StandardCharsets.ISO_8859_1;

  /** The state value as stores keep it. */
  public byte[] encode() {
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    fields.forEach((name, value) -> bytes.put(name, value.getBytes(ISO)));
    byte[] encoded = Fields.encode(bytes);
    return ByteBuffer.allocate(Long.BYTES + encoded.length).putLong(version).put(encoded).array();
  }

  public static long version(ModelValue value) {
    return value == null ? 0 : value.version();
  }
}
