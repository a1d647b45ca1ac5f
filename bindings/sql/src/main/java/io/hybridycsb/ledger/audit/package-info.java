/** Checks of the ledger: its chain of hashes, and the tables against it. */
package io.hybridycsb.ledger.audit;
