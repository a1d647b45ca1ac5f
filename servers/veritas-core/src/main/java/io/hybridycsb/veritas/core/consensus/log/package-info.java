/**
 * Veritas' own consensus over a shared log (VLDB'22 §3.1): the nodes append blocks to the log,
 * judge what they read from it, and vote. {@code Replica} is the protocol; it has no threads, and
 * the other classes carry its input and output.
 */
package io.hybridycsb.veritas.core.consensus.log;
