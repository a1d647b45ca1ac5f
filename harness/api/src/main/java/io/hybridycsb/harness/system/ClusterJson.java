package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;

/** The file {@code cluster.json}, by which nodes and clients of our systems know each other. */
public final class ClusterJson {
  private static final String CLUSTER = "cluster";
  private static final int ID_BYTES = 8;

  private ClusterJson() {}

  /**
   * The name of the cluster whose file is in this directory, else a new one, which no other cluster
   * has. Signatures are for one name, so keys may be used again.
   *
   * @param prefix what a new name begins with; 16 hex digits follow
   * @throws HarnessException if there is a file without a name
   */
  public static String name(Path directory, String prefix) {
    Path file = directory.resolve(ClusterFiles.CLUSTER_FILE);
    ClusterFiles.requireOwn(file);
    if (!Files.exists(file)) {
      byte[] id = new byte[ID_BYTES];
      new SecureRandom().nextBytes(id);
      return prefix + "-" + HexFormat.of().formatHex(id);
    }
    JsonNode name =
        Attempt.get("read the cluster's name in " + file, () -> Json.MAPPER.readTree(file.toFile()))
            .path(CLUSTER);
    if (!name.isTextual()) {
      throw new HarnessException("%s has no text \"cluster\"; put it back".formatted(file));
    }
    return name.asText();
  }

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
    json.put(CLUSTER, cluster).put("system", system);
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
