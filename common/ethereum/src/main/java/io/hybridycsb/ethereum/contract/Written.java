package io.hybridycsb.ethereum.contract;

/**
 * A write of a record.
 *
 * @param value empty for a removal
 */
public record Written(byte[] key, byte[] value) {}
