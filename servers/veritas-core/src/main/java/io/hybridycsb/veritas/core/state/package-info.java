/**
 * Keeps the state store in step with the ledger, whatever befalls the database: what the store
 * lacks is made again from the blocks.
 */
package io.hybridycsb.veritas.core.state;
