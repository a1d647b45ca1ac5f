/** Checks if an order explains the operations on one key; if none does, finds a small proof. */
package io.hybridycsb.harness.check.linearizability;
