/** The command line: makes a network, queries its records and chain, and repairs a node's log. */
package io.hybridycsb.quorum.command;
