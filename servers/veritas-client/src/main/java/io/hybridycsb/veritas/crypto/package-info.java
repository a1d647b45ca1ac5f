/**
 * Signatures, hashes and Merkle trees, exactly as nodes, clients and audits have to agree on them.
 */
package io.hybridycsb.veritas.crypto;
