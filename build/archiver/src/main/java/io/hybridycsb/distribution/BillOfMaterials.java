package io.hybridycsb.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Gathers modules' bills of materials, in CycloneDX's format, into that of an archive: each library
 * once, with its version, checksums and licences, in the order of their names.
 */
public final class BillOfMaterials {
  private static final ObjectMapper JSON = new ObjectMapper();

  private BillOfMaterials() {}

  /**
   * Command line: the bill to write, the archive's name, its version, and the modules' bills, which
   * are separated as a class path is.
   */
  public static void main(String[] args) throws IOException {
    try {
      write(
          Path.of(args[0]),
          args[1],
          args[2],
          Arrays.stream(args[3].split(File.pathSeparator)).map(Path::of).sorted().toList());
    } catch (NoSuchFileException e) {
      System.err.println(e.getReason());
      System.exit(1);
    }
  }

  /**
   * Writes an archive's bill.
   *
   * @throws NoSuchFileException if a module has none; its reason is for users
   */
  static void write(Path bill, String name, String version, List<Path> modules) throws IOException {
    for (Path module : modules) {
      if (!Files.exists(module)) {
        throw new NoSuchFileException(
            module.toString(),
            null,
            "%s is missing, of which %s is made: build all modules with -Prelease, and without -o, since bills of materials are made only with the network"
                .formatted(module, bill.getFileName()));
      }
    }
    TreeMap<String, JsonNode> components = new TreeMap<>();
    TreeMap<String, JsonNode> dependencies = new TreeMap<>();
    String specVersion = "";
    for (Path module : modules) {
      JsonNode one = JSON.readTree(module.toFile());
      specVersion = one.path("specVersion").asText();
      one.path("components").forEach(each -> components.put(each.path("bom-ref").asText(), each));
      JsonNode itself = one.path("metadata").path("component");
      components.putIfAbsent(itself.path("bom-ref").asText(), itself);
      one.path("dependencies").forEach(each -> dependencies.put(each.path("ref").asText(), each));
    }
    if (components.isEmpty()) {
      throw new IOException("no bills of materials to make %s of".formatted(bill));
    }
    ObjectNode all = JSON.createObjectNode();
    all.put("bomFormat", "CycloneDX").put("specVersion", specVersion).put("version", 1);
    all.putObject("metadata")
        .putObject("component")
        .put("type", "application")
        .put("name", name)
        .put("version", version);
    ArrayNode list = all.putArray("components");
    components.values().forEach(list::add);
    ArrayNode graph = all.putArray("dependencies");
    dependencies.values().forEach(graph::add);
    Files.writeString(bill, all.toPrettyString() + "\n");
  }
}
