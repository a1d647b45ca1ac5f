package io.hybridycsb.ycsb.fabric;

import java.util.concurrent.TimeUnit;
import site.ycsb.measurements.Measurements;

/**
 * The phases of committed transactions, as YCSB measures operations: EXECUTE until all endorsements
 * have come, ORDER until the transaction's block has come from an orderer, VALIDATE until the peer
 * asked has committed it.
 */
final class Phases {
  private final OrderedBlocks blocks;

  Phases(OrderedBlocks blocks) {
    this.blocks = blocks;
  }

  /**
   * Measures a transaction, if the orderer sends its blocks.
   *
   * @param block that the transaction is in
   */
  void committed(long startNs, long endorsedNs, long committedNs, long block) {
    blocks
        .orderedNs(block, committedNs)
        .ifPresent(
            orderedNs -> {
              measure("EXECUTE", endorsedNs - startNs);
              measure("ORDER", orderedNs - endorsedNs);
              measure("VALIDATE", committedNs - orderedNs);
            });
  }

  private static void measure(String phase, long ns) {
    Measurements.getMeasurements().measure(phase, (int) TimeUnit.NANOSECONDS.toMicros(ns));
  }
}
