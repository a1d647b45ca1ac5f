/**
 * Records on a Quorum chain: their writes by transactions of the contract, and their reads, which
 * can be verified.
 */
package io.hybridycsb.quorum.client;
