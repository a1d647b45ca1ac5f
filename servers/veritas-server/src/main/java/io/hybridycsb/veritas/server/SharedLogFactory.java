package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import io.hybridycsb.veritas.server.audit.VoteAttestation;
import java.util.Map;

/** Opens the shared log that a kind of node uses. */
public interface SharedLogFactory {
  /** The name of the command, such as {@code veritas-kafka}. */
  String system();

  /** Names and defaults of its properties in a node's configuration. */
  Map<String, String> properties();

  /**
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the log can't be reached
   * @throws IllegalArgumentException if a property is wrong
   */
  SharedLog open(NodeSettings settings);

  /**
   * How blocks that came over this log are attested: by the nodes' votes, unless said otherwise.
   */
  default BlockAttestation attestation(ClusterConfig cluster) {
    return new VoteAttestation(cluster);
  }
}
