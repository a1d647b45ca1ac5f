/**
 * The command line: what runs a node, makes a network, and asks a cluster about its records and its
 * chains.
 */
package io.hybridycsb.blockchaindb.server.command;
