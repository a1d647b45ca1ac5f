/**
 * Checks recorded histories against the guarantees: linearizability of single keys, serializability
 * of transactions. Pure functions of the history; they know no system.
 */
package io.hybridycsb.harness.check;
