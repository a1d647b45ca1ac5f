/**
 * One shard: writes get into its chain, each once and in order, and the chain's blocks give its
 * state.
 */
package io.hybridycsb.blockchaindb.server.shard;
