/** BlockchainDB (El-Hindi et al., VLDB'19): a shared database on sharded blockchains. */
package io.hybridycsb.blockchaindb;
