/**
 * The chain of decided blocks and their execution: what a block does to the state, the state's tree
 * and the ledger. Both ways of consensus, snapshots and audits rest on it.
 */
package io.hybridycsb.veritas.core.ledger;
