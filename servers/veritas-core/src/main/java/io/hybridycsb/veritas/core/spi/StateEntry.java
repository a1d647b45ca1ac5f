package io.hybridycsb.veritas.core.spi;

/**
 * A key and its state value.
 *
 * @param key table, 0x00, key
 * @param value version and fields, as in {@code StateValue}
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
public record StateEntry(byte[] key, byte[] value) {}
