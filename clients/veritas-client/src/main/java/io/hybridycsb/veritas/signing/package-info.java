/**
 * What clients and nodes of Veritas sign, and how batches of transactions are signed and checked.
 */
package io.hybridycsb.veritas.signing;
