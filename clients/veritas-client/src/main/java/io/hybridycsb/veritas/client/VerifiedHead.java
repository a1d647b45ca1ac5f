package io.hybridycsb.veritas.client;

import io.hybridycsb.verification.Hash;

/**
 * A block that the cluster's nodes or validators have signed.
 *
 * @param hash of its header
 * @param signers how many have signed it, or one after it
 * @param bytes length of the headers and signatures that prove it
 */
public record VerifiedHead(long height, Hash hash, int signers, long bytes) {}
