package io.hybridycsb.harness.bench.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pod of the image of the clients.
 *
 * @param exec the beginning of the command that runs one in it
 */
record PodConnection(String name, List<String> exec) implements Host {
  /** Where the image has the release; docker/Dockerfile. */
  private static final String HOME = "/opt/hybrid";

  @Override
  public String home() {
    return HOME;
  }

  @Override
  public SortedMap<String, String> environment() {
    return new TreeMap<>();
  }

  @Override
  public List<String> command(Script script) {
    List<String> command = new ArrayList<>(exec);
    command.addAll(script.command());
    return command;
  }
}
