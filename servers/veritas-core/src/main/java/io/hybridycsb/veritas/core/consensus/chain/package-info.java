/**
 * Consensus by a chain whose validators order and decide (VLDB'22 §3.2): this node hands over packs
 * of transactions and executes the blocks that come back.
 */
package io.hybridycsb.veritas.core.consensus.chain;
