package io.hybridycsb.harness.network;

import io.hybridycsb.harness.process.Ports;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections between a cluster's nodes, which a plan requests for pairs of nodes. If the user
 * wants a network between the nodes, each goes through its own proxy, otherwise directly. Clients
 * and a node's own processes connect to the real addresses.
 */
public final class Links {
  private static final String HOST = "127.0.0.1";

  private final boolean wanted;
  private final Ports ports;
  private final Map<String, Link> asked = new LinkedHashMap<>();

  /**
   * @param wanted whether there is to be a network between the nodes
   */
  public Links(boolean wanted, Ports ports) {
    this.wanted = wanted;
    this.ports = ports;
  }

  /** Whether there is to be a network between the nodes. */
  public boolean areWanted() {
    return wanted;
  }

  /** HOST:PORT at which one node finds another's port. */
  public String address(String from, String to, String use) {
    return HOST + ":" + port(from, to, use);
  }

  /**
   * The port at which one node finds another's port.
   *
   * @param use the use of the port on which the other node listens
   */
  public int port(String from, String to, String use) {
    int target = ports.port(use);
    if (!wanted || from.equals(to)) {
      return target;
    }
    int port = ports.port("link " + from + " " + use);
    ask(from, to, use, HOST + ":" + port);
    return port;
  }

  /**
   * HOST:PORT at which all others find a node's port, for systems that allow only one such address.
   * The others share one proxy, but each connection is delayed and limited separately.
   */
  public String addressForAll(String to, String use) {
    return HOST + ":" + port(Link.ANY, to, use);
  }

  /**
   * As {@link #addressForAll}, for systems that need the same port number on both sides: the proxy
   * listens on another address of the loopback interface.
   */
  public String addressForAllOn(String host, String to, String use) {
    int port = ports.port(use);
    if (!wanted) {
      return HOST + ":" + port;
    }
    ask(Link.ANY, to, use, host + ":" + port);
    return host + ":" + port;
  }

  private void ask(String from, String to, String use, String listen) {
    asked.put(from + " " + use, new Link(from, to, use, listen, HOST + ":" + ports.port(use)));
  }

  public List<Link> all() {
    return List.copyOf(asked.values());
  }
}
