package io.hybridycsb.veritas.client;

import java.util.List;

/**
 * Reads that were verified against the signatures of the cluster's nodes or validators.
 *
 * @param heights for each, that of the block whose state root it was checked against
 * @param bytes length of all that proves them: proofs in the tree, headers and signatures
 * @param signers how many have signed
 */
public record VerifiedReads(List<Long> heights, int bytes, int signers) {}
