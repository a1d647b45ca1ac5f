/** Checks if an order of all transactions explains what each has read. */
package io.hybridycsb.harness.check.serializability;
