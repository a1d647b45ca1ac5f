package io.hybridycsb.veritas.model;

import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import java.util.Collections;
import java.util.Map;

/**
 * A record.
 *
 * @param key without its table
 * @param version of the transaction that wrote it last: its timestamp; over CometBFT its place in
 *     the chain, the block's height times 2^20 plus its index in the block
 * @param fields by rising name
 */
public record VeritasRecord(String key, long version, Map<String, byte[]> fields) {

  /** Of a state key and its value. */
  public static VeritasRecord of(byte[] stateKey, byte[] stateValue) {
    Fields.check(stateValue, StateValue.VERSION_BYTES);
    return new VeritasRecord(
        StateKey.key(stateKey),
        StateValue.version(stateValue),
        Collections.unmodifiableMap(Fields.decode(stateValue, StateValue.VERSION_BYTES)));
  }
}
