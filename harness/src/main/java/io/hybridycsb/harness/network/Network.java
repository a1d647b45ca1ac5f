package io.hybridycsb.harness.network;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What lies between the nodes of a cluster.
 *
 * @param apiPort where Toxiproxy takes orders; 0 where nothing lies between the nodes
 * @param rttMs what each link adds to a round trip, in milliseconds
 * @param rateMbit what each connection carries in each direction, in 10⁶ bits per second; 0: any
 * @param links all links
 * @param cutOff the nodes whose links are cut
 */
public record Network(
    int apiPort, long rttMs, long rateMbit, List<Link> links, Set<String> cutOff) {
  /** The role of the process that it consists of. */
  public static final String ROLE = "network";

  /** Nothing between the nodes. */
  public static final Network NONE = new Network(0, 0, 0, List.of(), Set.of());

  public Network {
    links = List.copyOf(links);
    cutOff = Set.copyOf(cutOff);
  }

  /** Whether there is anything between the nodes. */
  @JsonIgnore
  public boolean exists() {
    return apiPort != 0;
  }

  /** The same with these nodes cut off, and no others. */
  public Network withCutOff(Set<String> nodes) {
    return new Network(apiPort, rttMs, rateMbit, links, nodes);
  }

  /** All that can be cut off. */
  @JsonIgnore
  public SortedSet<String> nodes() {
    SortedSet<String> nodes = new TreeSet<>();
    for (Link link : links) {
      nodes.add(link.from());
      nodes.add(link.to());
    }
    nodes.remove(Link.ANY);
    return nodes;
  }

  /** The node that can be cut off of this name, or number: {@code node4} of both; or empty. */
  public Optional<String> node(String nameOrNumber) {
    return nodes().stream()
        .filter(node -> node.equals(nameOrNumber) || node.equals("node" + nameOrNumber))
        .findFirst();
  }

  boolean isOpen(Link link) {
    return !link.touches(cutOff);
  }

  /** In words, for people. */
  @Override
  public String toString() {
    return "%d ms there and back, %s, over %d links"
        .formatted(
            rttMs,
            rateMbit == 0 ? "any rate" : rateMbit + " Mbit/s for each connection",
            links.size());
  }
}
