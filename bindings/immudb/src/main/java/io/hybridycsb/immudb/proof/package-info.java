/** immudb's hashes and proofs, checked without a word of the server being believed. */
package io.hybridycsb.immudb.proof;
