package io.hybridycsb.harness.network;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Set;

/**
 * The way from one node to a port of another, through a proxy.
 *
 * @param from the node that connects; {@link #ANY} if all others share the link
 * @param to the node that owns the port
 * @param use what the port is for: its name among the cluster's ports
 * @param listen HOST:PORT where the proxy listens
 * @param target HOST:PORT that it connects to
 */
public record Link(String from, String to, String use, String listen, String target) {
  /** All other nodes, in a system that gives each of them the same address. */
  public static final String ANY = "*";

  /** A name that is unique in the cluster and valid in a URL. */
  @JsonIgnore
  public String name() {
    return (isShared() ? "any" : from) + "_" + use;
  }

  @JsonIgnore
  public int port() {
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }

  /** Whether all other nodes share it. */
  @JsonIgnore
  public boolean isShared() {
    return from.equals(ANY);
  }

  /** Whether it begins or ends at one of these nodes. */
  boolean touches(Set<String> nodes) {
    return nodes.contains(from) || nodes.contains(to);
  }
}
