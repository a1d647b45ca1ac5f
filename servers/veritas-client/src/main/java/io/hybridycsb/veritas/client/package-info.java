/**
 * The client of a Veritas cluster: transactions and reads over whichever nodes serve, and the check
 * of verified reads, for which no node is trusted.
 */
package io.hybridycsb.veritas.client;
