/**
 * The command line: commands that run a node, make a network, and query a cluster's records and
 * chains.
 */
package io.hybridycsb.blockchaindb.server.command;
