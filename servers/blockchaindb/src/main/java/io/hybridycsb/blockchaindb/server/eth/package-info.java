/** A node's calls to the Ethereum clients beside it, over their JSON-RPC. */
package io.hybridycsb.blockchaindb.server.eth;
