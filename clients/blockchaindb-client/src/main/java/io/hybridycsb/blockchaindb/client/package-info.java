/**
 * The client of BlockchainDB (El-Hindi et al., VLDB'19), a shared database on sharded blockchains,
 * and the formats that it shares with the nodes.
 */
package io.hybridycsb.blockchaindb.client;
