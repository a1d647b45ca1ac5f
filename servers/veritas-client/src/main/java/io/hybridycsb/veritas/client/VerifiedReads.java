package io.hybridycsb.veritas.client;

/**
 * Reads that were verified against the signatures of the cluster's nodes or validators.
 *
 * @param count how many
 * @param height of the newest block whose state root they were checked against
 * @param proofBytes length of their proofs together
 * @param signers how many have signed
 */
public record VerifiedReads(int count, long height, int proofBytes, int signers) {}
