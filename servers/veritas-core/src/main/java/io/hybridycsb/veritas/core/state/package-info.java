/**
 * Keeps the state store in step with the ledger: what the database has lost is rebuilt from the
 * blocks.
 */
package io.hybridycsb.veritas.core.state;
