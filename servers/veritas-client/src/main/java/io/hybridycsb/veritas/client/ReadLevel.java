package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.cluster.ClusterConfig;

/** How fresh the answer to a read is. */
public enum ReadLevel {
  /**
   * What the node asked has applied. Where every node votes on each block, that is every commit
   * acknowledged before the read began; elsewhere a node may lag behind.
   */
  LOCAL,
  /**
   * At least all that this client has seen before, in whichever of its sessions: its own commits,
   * and what its reads have shown.
   */
  SESSION,
  /**
   * Every commit acknowledged to anybody before the read began: each read waits for a transaction
   * that goes through the log before it and changes nothing.
   */
  LINEARIZABLE;

  /** What a cluster's clients read with where nothing else is asked for. */
  public static ReadLevel defaultFor(ClusterConfig cluster) {
    return cluster.validators().isPresent() ? SESSION : LOCAL;
  }
}
