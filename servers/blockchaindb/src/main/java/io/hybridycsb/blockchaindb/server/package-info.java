/** The program of a BlockchainDB node. */
package io.hybridycsb.blockchaindb.server;
