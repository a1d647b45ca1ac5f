/**
 * How a node's transactions are ordered and decided, behind one interface: {@link
 * io.hybridycsb.veritas.core.consensus.Consensus}. What both ways of consensus share is here as
 * well.
 */
package io.hybridycsb.veritas.core.consensus;
