package io.hybridycsb.harness.system;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a node without any data is started in a running cluster.
 *
 * @param processes all that is stopped before and started afterwards, by name
 * @param data what is removed in between: files, and directories with all that is in them
 * @param files files to write then, with their contents
 */
public record FreshStart(List<String> processes, List<Path> data, Map<Path, String> files) {
  public FreshStart {
    processes = List.copyOf(processes);
    data = List.copyOf(data);
    files = Map.copyOf(files);
  }
}
