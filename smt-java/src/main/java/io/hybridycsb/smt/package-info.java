/**
 * A sparse Merkle tree over SHA-256 with batch updates, snapshots and short proofs.
 *
 * <p>Start with {@link io.hybridycsb.smt.SparseMerkleTree} to keep a tree and with {@link
 * io.hybridycsb.smt.Verifier} to check what a tree's owner says. {@link io.hybridycsb.smt.Hashes}
 * states what is hashed.
 */
package io.hybridycsb.smt;
