/**
 * The client of BlockchainDB (El-Hindi et al., VLDB'19), a shared database on sharded blockchains,
 * and what it and the nodes agree on.
 */
package io.hybridycsb.blockchaindb.client;
