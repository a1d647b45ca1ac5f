package io.hybridycsb.harness.network;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The simulated network between a cluster's nodes.
 *
 * @param apiPort the port of Toxiproxy's API; 0 if there are no proxies
 * @param rttMs the delay that each link adds to a round trip, in milliseconds
 * @param rateMbit the limit of each connection in each direction, in 10⁶ bits per second; 0: none
 * @param links all links
 * @param cutOff the nodes whose links are cut
 * @param regions what a round trip takes longer by where nodes are
 */
public record Network(
    int apiPort,
    long rttMs,
    long rateMbit,
    List<Link> links,
    Set<String> cutOff,
    RttMatrix regions) {
  /** The role of its process. */
  public static final String ROLE = "network";

  /** No proxies. */
  public static final Network NONE = new Network(0, 0, 0, List.of(), Set.of());

  public Network {
    links = List.copyOf(links);
    cutOff = Set.copyOf(cutOff);
    // Clusters that were made before there were regions don't tell them.
    regions = regions == null ? RttMatrix.NONE : regions;
  }

  /** One without regions. */
  public Network(int apiPort, long rttMs, long rateMbit, List<Link> links, Set<String> cutOff) {
    this(apiPort, rttMs, rateMbit, links, cutOff, RttMatrix.NONE);
  }

  /** What a round trip over a link takes longer. */
  long rttMs(Link link) {
    return rttMs + regions.between(link.from(), link.to());
  }

  /** Whether there are proxies between the nodes. */
  @JsonIgnore
  public boolean exists() {
    return apiPort != 0;
  }

  /** The same network with exactly these nodes cut off. */
  public Network withCutOff(Set<String> nodes) {
    return new Network(apiPort, rttMs, rateMbit, links, nodes, regions);
  }

  /** All nodes that can be cut off. */
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

  /** The node with this name or number ({@code node4} or 4), if it can be cut off. */
  public Optional<String> node(String nameOrNumber) {
    return nodes().stream()
        .filter(node -> node.equals(nameOrNumber) || node.equals("node" + nameOrNumber))
        .findFirst();
  }

  boolean isOpen(Link link) {
    return !link.touches(cutOff);
  }

  private String rttInWords() {
    long least = links.stream().mapToLong(this::rttMs).min().orElse(rttMs);
    long most = links.stream().mapToLong(this::rttMs).max().orElse(rttMs);
    return least == most ? Long.toString(least) : least + " to " + most;
  }

  /** In words, for users. */
  @Override
  public String toString() {
    return "%s ms there and back, %s, over %d links"
        .formatted(
            rttInWords(),
            rateMbit == 0 ? "any rate" : rateMbit + " Mbit/s for each connection",
            links.size());
  }
}
