package io.hybridycsb.it.cluster;

import java.util.List;

/** A cluster that tests also drive through a client library, besides YCSB. */
public abstract class DrivenCluster extends LocalCluster {
  protected DrivenCluster(String system, int nodes) {
    super(system, nodes);
  }

  /** Connects a client of the system to the running cluster. */
  public abstract TestClient connect();

  /** One process of each kind there is. */
  public abstract List<String> oneOfEachKind();
}
