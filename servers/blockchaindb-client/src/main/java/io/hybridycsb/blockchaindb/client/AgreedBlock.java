package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;

/**
 * A block that most nodes have in their chains.
 *
 * @param bytes of the nodes' answers
 */
public record AgreedBlock(long number, ByteString hash, long bytes) {}
