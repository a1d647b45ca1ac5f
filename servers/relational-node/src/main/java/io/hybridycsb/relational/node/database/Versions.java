package io.hybridycsb.relational.node.database;

/**
 * The versions that a chain gives. A record has the version of the call that has written it last.
 * That is the call's place in the chain, height · 2^26 + place in the block. So each is greater
 * than all before it, and none names two states, though a record is deleted and comes again. A
 * record that is absent has version 0.
 */
final class Versions {
  private static final int PLACE_BITS = 26;

  /**
   * Calls of a block, at most. CometBFT's longest block has 100 MiB, and a call 2 bytes or more.
   */
  static final int PLACES = 1 << PLACE_BITS;

  private static final long HEIGHT_MAX = Long.MAX_VALUE >> PLACE_BITS;

  private Versions() {}

  /**
   * The version that a call gives.
   *
   * @param height of its block, from 1
   * @param place among the block's calls, from 0; calls of transactions that come again don't count
   * @throws IllegalStateException if there is no such version
   */
  static long at(long height, int place) {
    if (height < 1 || height > HEIGHT_MAX || place < 0 || place >= PLACES) {
      throw new IllegalStateException(
          "there is no version of call %d of block %d; heights are 1 to %d, and a block's calls 0 to %d"
              .formatted(place, height, HEIGHT_MAX, PLACES - 1));
    }
    return height << PLACE_BITS | place;
  }
}
