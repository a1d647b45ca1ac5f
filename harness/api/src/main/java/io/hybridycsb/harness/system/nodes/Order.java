package io.hybridycsb.harness.system.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.system.PlanParts;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What orders the transactions of nodes: brokers of Kafka, or validators of CometBFT. */
public interface Order {
  /** The stage of what must serve before nodes start. */
  int BEFORE_NODES = 0;

  /** The stage of nodes, and of what serves only with them. */
  int WITH_NODES = 1;

  /** The properties by which a node finds it. */
  Map<String, String> nodeProperties(String node);

  /** Adds its processes to a plan, once all nodes have asked for their properties. */
  void addTo(PlanParts plan);

  /** Adds its part of the file by which nodes and clients know each other. */
  default void describe(ObjectNode cluster) {}

  /** The file of the private key by which it signs for a node; empty if it signs nothing. */
  default Optional<Path> keyOf(String node) {
    return Optional.empty();
  }
}
