package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.server.Addresses;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Where a node finds the others: as the cluster file says, or elsewhere, as behind a proxy. */
record PeerAddresses(Map<String, String> elsewhere) {
  PeerAddresses {
    elsewhere = Map.copyOf(elsewhere);
  }

  /**
   * @param property for the message
   * @param text NAME=HOST:PORT, joined by commas; empty for none
   * @throws IllegalArgumentException if it isn't of this form, or the cluster has no such node
   */
  static PeerAddresses parse(String property, String text, ClusterConfig cluster) {
    Map<String, String> elsewhere = new HashMap<>();
    Set<String> names =
        cluster.nodes().stream().map(ClusterConfig.Member::name).collect(Collectors.toSet());
    if (!text.isEmpty()) {
      for (String entry : text.split(",", -1)) {
        int equals = entry.indexOf('=');
        String name = equals < 0 ? "" : entry.substring(0, equals).strip();
        if (!names.contains(name)) {
          throw new IllegalArgumentException(
              "%s is NAME=HOST:PORT,... with names of nodes, not %s".formatted(property, text));
        }
        String address = entry.substring(equals + 1).strip();
        Addresses.parse(property, address);
        elsewhere.put(name, address);
      }
    }
    return new PeerAddresses(elsewhere);
  }

  /** HOST:PORT of a node. */
  String of(ClusterConfig.Member node) {
    return elsewhere.getOrDefault(node.name(), node.address());
  }
}
