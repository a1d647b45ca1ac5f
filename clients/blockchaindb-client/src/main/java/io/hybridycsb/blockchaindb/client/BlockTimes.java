package io.hybridycsb.blockchaindb.client;

/**
 * How long a client waits for what nodes tell of blocks.
 *
 * @param answerMs for one node's answer, which it has in memory; a silent node delays none
 * @param questionMs for one question to the nodes about the newest block, and for others' questions
 *     before it
 * @param apartMs how long a block may take from one node to another while geths come and go
 * @param saveMs for all that is asked before the state file is written
 */
record BlockTimes(long answerMs, long questionMs, long apartMs, long saveMs) {
  static final BlockTimes DEFAULT = new BlockTimes(2_000, 500, 10_000, 5_000);
}
