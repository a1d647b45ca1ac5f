/**
 * One shard: how writes get into its chain, each once and in order, and the state that follows from
 * the chain's blocks.
 */
package io.hybridycsb.blockchaindb.server.shard;
