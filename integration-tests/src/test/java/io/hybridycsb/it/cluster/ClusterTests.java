package io.hybridycsb.it.cluster;

/** Tests on the cluster that the class has registered as an extension, in a static field. */
public abstract class ClusterTests<C extends LocalCluster> {
  @SuppressWarnings("unchecked") // a class registers a cluster of the kind that its tests name
  protected final C cluster() {
    return (C) ClusterOrder.clusterOf(getClass()).orElseThrow();
  }
}
