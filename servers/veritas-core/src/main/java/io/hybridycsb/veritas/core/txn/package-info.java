/** A transaction as a node sees it, and the checks that need no state. All nodes agree on them. */
package io.hybridycsb.veritas.core.txn;
