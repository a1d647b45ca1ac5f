/**
 * Verifies a cluster from outside: every node's ledger on disk, the state that follows from it, and
 * the content of the node's state store. No node's report about itself is believed.
 */
package io.hybridycsb.veritas.server.audit;
