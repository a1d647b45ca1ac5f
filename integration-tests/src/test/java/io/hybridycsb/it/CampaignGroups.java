package io.hybridycsb.it;

import java.util.Set;

/** The groups of the campaign, which are JUnit tags. */
public final class CampaignGroups {
  /** The groups of tests on real clusters. */
  public static final Set<String> OF_CLUSTERS =
      Set.of(
          "veritas-kafka",
          "veritas-tm",
          "blockchaindb",
          "quorum",
          "immudb",
          "bigchaindb",
          "fabric",
          "etcd",
          "cassandra-lwt",
          "databases",
          "relational-tm",
          "relational-kafka",
          "experiments",
          "pages");

  /** The group of long unit tests. */
  public static final String SIMULATION = "simulation";

  private CampaignGroups() {}
}
