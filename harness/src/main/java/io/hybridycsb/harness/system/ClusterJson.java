package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** The file {@code cluster.json}, by which nodes and clients of our systems know each other. */
public final class ClusterJson {
  private ClusterJson() {}

  /**
   * The file's text. The keys of nodes and the client are made unless they exist.
   *
   * @param directory the cluster's directory, with the keys
   * @param addresses HOST:PORT of each node, by its name
   * @param ofSharedLog adds the shared log's part
   */
  public static String text(
      String cluster,
      String system,
      Path directory,
      Map<String, String> addresses,
      Consumer<ObjectNode> ofSharedLog) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("cluster", cluster).put("system", system);
    ofSharedLog.accept(json);
    ArrayNode nodes = json.putArray("nodes");
    addresses.forEach(
        (node, address) ->
            nodes
                .addObject()
                .put("name", node)
                .put("address", address)
                .put(
                    "publicKey",
                    KeyFiles.publicKeyOf(directory.resolve(node).resolve("node.key"))));
    json.putArray("clients")
        .addObject()
        .put("name", "client")
        .put("publicKey", KeyFiles.publicKeyOf(directory.resolve("client.key")));
    return json.toPrettyString() + "\n";
  }
}
