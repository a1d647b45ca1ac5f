/**
 * What can be checked of an Ethereum chain without trust in who tells it: headers, their seals, and
 * proofs of records.
 */
package io.hybridycsb.blockchaindb.chain;
