package io.hybridycsb.blockchaindb.client;

import io.hybridycsb.verification.Hash;

/**
 * The block that a read was answered from, as the node that answered has named it.
 *
 * @param node its number, from 0
 */
public record ReadBlock(int node, int shard, long number, Hash hash) {}
