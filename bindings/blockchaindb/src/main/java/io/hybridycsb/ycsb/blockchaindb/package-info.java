/** YCSB binding for BlockchainDB. */
package io.hybridycsb.ycsb.blockchaindb;
