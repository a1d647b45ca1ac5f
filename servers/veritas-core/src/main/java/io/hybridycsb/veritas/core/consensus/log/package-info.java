/**
 * Veritas' own consensus over a shared log (VLDB'22 §3.1): the nodes append blocks to the log,
 * judge what they read from it, and vote. {@code Replica} is the protocol; it has no threads, and
 * the others carry what it takes and gives.
 */
package io.hybridycsb.veritas.core.consensus.log;
