/**
 * YCSB bindings for Veritas. What they have in common is {@link
 * io.hybridycsb.ycsb.veritas.VeritasDb}; each has a class of its own.
 */
package io.hybridycsb.ycsb.veritas;
