/**
 * Verifies a cluster from outside: every node's ledger as it lies on disk, the state that follows
 * from it, and what the node's state store holds. Nothing that a node says of itself is believed.
 */
package io.hybridycsb.veritas.server.audit;
