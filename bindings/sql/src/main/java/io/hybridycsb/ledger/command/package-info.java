/** The command line. */
package io.hybridycsb.ledger.command;
