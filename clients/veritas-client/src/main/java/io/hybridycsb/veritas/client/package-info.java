/**
 * The client of a Veritas cluster: transactions and reads over any nodes that serve, and the check
 * of verified reads, which trusts no node.
 */
package io.hybridycsb.veritas.client;
