package io.hybridycsb.relational.node.database;

/**
 * What a database has committed.
 *
 * @param height of the last block with transactions; 0: none
 * @param appHash after it; at height 0 the hash of the rules
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record Committed(long height, byte[] appHash, Definitions definitions) {}
