/** BigchainDB: its nodes in Python, each with a MongoDB and a validator. */
package io.hybridycsb.harness.system.bigchaindb;
