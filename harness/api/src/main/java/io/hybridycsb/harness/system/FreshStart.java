package io.hybridycsb.harness.system;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a node without any data is started in a running cluster.
 *
 * @param processes the processes to stop before and start afterwards, by name
 * @param data the files and whole directories to remove in between
 * @param files files to write after that, with their contents
 */
public record FreshStart(List<String> processes, List<Path> data, Map<Path, String> files) {
  public FreshStart {
    processes = List.copyOf(processes);
    data = List.copyOf(data);
    files = Map.copyOf(files);
  }
}
