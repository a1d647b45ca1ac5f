package io.hybridycsb.veritas.server;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One of the Veritas systems: what differs between them in a node and in an audit. */
public interface VeritasSystem {

  /** What orders a node's transactions, opened for one node. */
  interface Ordering extends AutoCloseable {
    /** The consensus for the node. */
    Consensus.Factory consensus();

    /** The states with which an empty state store may begin. */
    default StateSource states() {
      return StateSource.NONE;
    }

    /**
     * Called when the node has started.
     *
     * @throws IOException if an address can't be listened on
     */
    default void start(Node node) throws IOException {}

    @Override
    void close();
  }

  /** The name of the command, such as {@code veritas-kafka}. */
  String name();

  /** Its own properties of a node, and general ones for which it has other defaults. */
  List<Property<?>> properties();

  /**
   * Reads the properties of the ordering for a node; nothing is opened yet.
   *
   * @return opens it; throws {@link io.hybridycsb.sharedlog.LogException} if it can't be reached
   * @throws IllegalArgumentException if a property is wrong
   */
  Supplier<Ordering> ordering(Settings settings, ClusterConfig cluster);

  /** How the ledger's blocks are attested. */
  BlockAttestation attestation(ClusterConfig cluster, Map<String, Settings> nodes);
}
