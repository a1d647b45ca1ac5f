package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Whose turn it is where several nodes write one record: writes that the chain has left out, of
 * whatever node, go before new ones. Otherwise the node whose write was made would go on alone: it
 * alone knows the record before its block is there. Guarded by {@link InFlight}.
 */
final class Turns {
  /** A write that is made again comes into the second block after the one that has left it out. */
  private static final int BLOCKS = 3;

  /** By key, the block from which on new writes may go. */
  private final NavigableMap<byte[], Long> fromBlock = new TreeMap<>(Arrays::compareUnsigned);

  /** The chain has a further block. */
  void see(Block block) {
    block.leftOut().forEach(key -> fromBlock.put(key, block.number() + BLOCKS));
    fromBlock.values().removeIf(from -> from <= block.number());
  }

  /** Whether new writes of the key have to wait. */
  boolean isOfThoseLeftOut(byte[] key) {
    return fromBlock.containsKey(key);
  }
}
