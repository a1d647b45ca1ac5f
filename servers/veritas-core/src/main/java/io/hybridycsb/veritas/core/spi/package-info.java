/**
 * What a node needs from others: its databases, states of the past, rules of its own.
 * Implementations live in modules of their own.
 */
package io.hybridycsb.veritas.core.spi;
