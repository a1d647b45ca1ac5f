package io.hybridycsb.veritas.core.spi;

/**
 * Where a transaction stands in the ledger.
 *
 * @param height the block's height
 * @param index position in the block, from 0
 * @param outcome number of the outcome that the block records for it
 */
public record TransactionLocation(long height, int index, int outcome) {}
