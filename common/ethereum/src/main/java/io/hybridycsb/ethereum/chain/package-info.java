/** Checks of an Ethereum chain that trust no node: headers, their seals, and proofs of records. */
package io.hybridycsb.ethereum.chain;
