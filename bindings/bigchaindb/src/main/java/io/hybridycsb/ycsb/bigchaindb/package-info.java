/**
 * The YCSB binding for BigchainDB, over its HTTP API: records are assets. Transactions are made and
 * signed here.
 */
package io.hybridycsb.ycsb.bigchaindb;
