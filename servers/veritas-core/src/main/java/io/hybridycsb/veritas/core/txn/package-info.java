/**
 * A transaction as a node sees it, and what can be said of it without knowing the state. All nodes
 * say the same.
 */
package io.hybridycsb.veritas.core.txn;
