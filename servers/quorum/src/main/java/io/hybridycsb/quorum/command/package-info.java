/** The command line: makes a network, and queries its records and chain. */
package io.hybridycsb.quorum.command;
