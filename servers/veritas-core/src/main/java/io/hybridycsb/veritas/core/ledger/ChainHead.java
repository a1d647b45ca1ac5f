package io.hybridycsb.veritas.core.ledger;

/**
 * The last decided block.
 *
 * @param height 0 before the first block
 * @param hash of the block's header; 32 zero bytes before the first
 * @param stateRoot root over the state after it
 * @param indexHash over the transaction index, in ledgers whose headers have it; else 32 zero bytes
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record ChainHead(long height, byte[] hash, byte[] stateRoot, byte[] indexHash) {}
