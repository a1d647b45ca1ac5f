package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.settings.Form;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The other nodes' addresses: those of the cluster file, or others, for instance of a proxy. */
record PeerAddresses(Map<String, String> elsewhere) {
  PeerAddresses {
    elsewhere = Map.copyOf(elsewhere);
  }

  /** NAME=HOST:PORT of nodes of the cluster, joined by commas; empty for none. */
  static Form<PeerAddresses> form(ClusterConfig cluster) {
    String form = "NAME=HOST:PORT,... with names of nodes";
    return new Form<>(form, text -> parse(text, cluster));
  }

  private static PeerAddresses parse(String text, ClusterConfig cluster) {
    Map<String, String> elsewhere = new HashMap<>();
    Set<String> names =
        cluster.nodes().stream().map(ClusterConfig.Member::name).collect(Collectors.toSet());
    if (!text.isEmpty()) {
      for (String entry : text.split(",", -1)) {
        int equals = entry.indexOf('=');
        String name = equals < 0 ? "" : entry.substring(0, equals).strip();
        String address = entry.substring(equals + 1).strip();
        if (!names.contains(name) || !Form.address().accepts(address)) {
          throw new IllegalArgumentException("not of the form");
        }
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
