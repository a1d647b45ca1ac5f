package io.hybridycsb.harness.recorded;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The servers of a running cluster on this machine.
 *
 * @param directory of the cluster
 * @param ports on the loopback interface, by use
 * @param client the properties by which clients find them, and connect
 * @param pids of the processes that run at the moment, by name
 */
public record Servers(
    Path directory,
    Map<String, Integer> ports,
    Map<String, String> client,
    Supplier<SortedMap<String, Long>> pids) {
  public Servers {
    ports = Map.copyOf(ports);
    client = Map.copyOf(client);
  }

  /** The ports of uses that end in this suffix, by the use without it. */
  public SortedMap<String, Integer> portsEndingIn(String suffix) {
    SortedMap<String, Integer> found = new TreeMap<>();
    ports.forEach(
        (use, port) -> {
          if (use.endsWith(suffix)) {
            found.put(use.substring(0, use.length() - suffix.length()), port);
          }
        });
    return found;
  }

  /** The ports of uses beside which there is another one, with this suffix. */
  public SortedMap<String, Integer> portsBeside(String suffix) {
    SortedMap<String, Integer> found = portsEndingIn(suffix);
    found.replaceAll((use, other) -> ports.get(use));
    return found;
  }
}
