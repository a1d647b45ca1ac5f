package io.hybridycsb.harness.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Resource;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

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

  public SystemData {
    experiments = experiments == null ? JsonNodeFactory.instance.objectNode() : experiments;
  }

  /** The settings that mean something of their own to it, in any experiment. */
  public Set<String> meanings() {
    Set<String> names = new TreeSet<>();
    experiments
        .elements()
        .forEachRemaining(one -> one.path("means").fieldNames().forEachRemaining(names::add));
    return names;
  }

  /**
   * Reads a system's file.
   *
   * @throws HarnessException if there is none beside its class, or it has unknown names
   */
  static SystemData of(SystemDescription system) {
    String file = system.name() + ".yaml";
    try {
      return YAML.readValue(Resource.text(system.getClass(), file), SystemData.class);
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
