package io.hybridycsb.veritas.client;

/**
 * A block that the cluster's nodes or validators have signed.
 *
 * @param hash of its header, 32 bytes
 * @param signers how many have signed it, or one after it
 * @param bytes length of the headers and signatures that prove it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record VerifiedHead(long height, byte[] hash, int signers, int bytes) {}
