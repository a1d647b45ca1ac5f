/** The YCSB binding for BlockchainDB, over its client. */
package io.hybridycsb.ycsb.blockchaindb;
