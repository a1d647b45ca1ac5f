package io.hybridycsb.blockchaindb.client;

import io.hybridycsb.verification.Hash;

/**
 * A block that most nodes have in their chains.
 *
 * @param bytes of the nodes' answers
 */
public record AgreedBlock(long number, Hash hash, long bytes) {}
