/** The YCSB binding for BigchainDB. */
package io.hybridycsb.ycsb.bigchaindb;
