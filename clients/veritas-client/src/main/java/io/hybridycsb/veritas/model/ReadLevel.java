package io.hybridycsb.veritas.model;

import io.hybridycsb.veritas.cluster.ClusterConfig;

/** How fresh the answer to a read is. */
public enum ReadLevel {
  /**
   * The state that the asked node has applied. Where every node votes on each block, it includes
   * every commit acknowledged before the read began; elsewhere a node may lag behind.
   */
  LOCAL,
  /**
   * At least everything that this client has seen in any of its sessions: its own commits, and the
   * results of its reads.
   */
  SESSION,
  /**
   * Every commit acknowledged to anybody before the read began: each read waits for a transaction
   * that goes through the log before it and changes nothing.
   */
  LINEARIZABLE;

  /** The default level of a cluster's clients. */
  public static ReadLevel defaultFor(ClusterConfig cluster) {
    return cluster.validators().isPresent() ? SESSION : LOCAL;
  }
}
