package io.hybridycsb.harness.system.veritas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The files by which nodes and clients of Veritas know each other. */
final class VeritasFiles {
  private VeritasFiles() {}

  /**
   * Writes the files of a cluster whose processes other tools start, without those of its shared
   * log: each node's key and properties, the client's key, and the cluster file.
   *
   * @param ofSharedLog adds the shared log's part of the cluster file
   */
  static void write(String system, ClusterFiles files, Consumer<ObjectNode> ofSharedLog) {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int n : files.numbers()) {
      addresses.put("node" + n, files.addressOf(n));
      files.writeNode(n, Map.of("node.key", files.installed("node" + n, "node.key")));
    }
    Path directory = files.directory();
    ClusterFiles.write(
        directory.resolve(ClusterFiles.CLUSTER_FILE),
        ClusterJson.text(files.cluster(), system, directory, addresses, ofSharedLog));
    files.writeClient(
        Map.of(
            "veritas.cluster", files.installed(ClusterFiles.CLUSTER_FILE),
            "veritas.key", files.installed("client.key")));
  }
}
