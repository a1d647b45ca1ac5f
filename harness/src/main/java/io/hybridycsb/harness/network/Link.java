package io.hybridycsb.harness.network;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Set;

/**
 * The way from one node to a port of another, through a proxy.
 *
 * @param from who connects; {@link #ANY} where all others share the way
 * @param to whose port it is
 * @param use what the port is for: its name among the cluster's ports
 * @param listen HOST:PORT where the proxy listens
 * @param target HOST:PORT that it connects to
 */
public record Link(String from, String to, String use, String listen, String target) {
  /** All others: where a system tells each of them the same address. */
  public static final String ANY = "*";

  /** A name that is good for a URL, different for each link of a cluster. */
  @JsonIgnore
  public String name() {
    return (isShared() ? "any" : from) + "_" + use;
  }

  /** The port on which the proxy listens. */
  @JsonIgnore
  public int port() {
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }

  /** Whether all others share it. */
  @JsonIgnore
  public boolean isShared() {
    return from.equals(ANY);
  }

  /** Whether it begins or ends at one of these nodes. */
  boolean touches(Set<String> nodes) {
    return nodes.contains(from) || nodes.contains(to);
  }
}
