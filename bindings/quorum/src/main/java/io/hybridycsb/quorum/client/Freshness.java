package io.hybridycsb.quorum.client;

/** What a read waits for. */
public enum Freshness {
  /** All that the process has read or written. */
  SESSION,
  /**
   * All that any process had written before the read began, if that process writes in this mode,
   * too. A write is acknowledged once so many nodes have its block, and a read asks so many, that
   * they have an honest node in common.
   */
  LINEARIZABLE
}
