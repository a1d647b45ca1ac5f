/** A node's side towards its clients: it finds the shard of each key, and answers. */
package io.hybridycsb.blockchaindb.server.node;
