/** Signatures, hashes and Merkle trees, in the exact form that nodes, clients and audits share. */
package io.hybridycsb.veritas.crypto;
