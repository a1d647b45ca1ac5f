package io.hybridycsb.harness.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the harness has to know of a system beside its processes: the file {@code NAME.yaml} beside
 * its description. docs/extending.md has its names.
 *
 * @param place its place in lists, and in the order of colours and markers in figures
 * @param experiments what experiments mean to it: below the name of a file's {@code gather}, its
 *     {@code means}, {@code overrides} and {@code quick}
 */
public record SystemData(
    @JsonProperty(required = true) int place, @JsonProperty ObjectNode experiments) {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Map<String, SystemData> READ = new ConcurrentHashMap<>();

  public SystemData {
    experiments = experiments == null ? JsonNodeFactory.instance.objectNode() : experiments;
  }

  /**
   * Reads a system's file.
   *
   * @throws HarnessException if there is none beside its class, or it has unknown names
   */
  static SystemData of(SystemDescription system) {
    return READ.computeIfAbsent(
        system.getClass().getName() + " " + system.name(), unread -> read(system));
  }

  private static SystemData read(SystemDescription system) {
    String file = system.name() + ".yaml";
    try (InputStream in = system.getClass().getResourceAsStream(file)) {
      if (in == null) {
        throw new HarnessException(
            "there is no %s beside %s".formatted(file, system.getClass().getName()));
      }
      return YAML.readValue(in, SystemData.class);
    } catch (IOException e) {
      throw new HarnessException(
          "%s beside %s: %s"
              .formatted(
                  file,
                  system.getClass().getName(),
                  e.getMessage().lines().findFirst().orElse("it can't be read")),
          e);
    }
  }
}
