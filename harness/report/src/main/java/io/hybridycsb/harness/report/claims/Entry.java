package io.hybridycsb.harness.report.claims;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Disk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Names with values in a file of claims.
 *
 * @param where it stands, for messages
 */
record Entry(String where, ObjectNode node) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  static Entry read(Path file) {
    try {
      if (YAML.readTree(Disk.read(file)) instanceof ObjectNode names) {
        return new Entry(file.toString(), names);
      }
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "%s is no YAML: %s"
              .formatted(file, e.getOriginalMessage().lines().findFirst().orElse("")),
          e);
    }
    throw new UsageException(file + ": expected are names with values: paper, claims");
  }

  UsageException wrong(String message) {
    return new UsageException("%s: %s".formatted(where, message));
  }

  private UsageException wrong(String name, String expected) {
    return wrong("%s must be %s, not %s".formatted(name, expected, node.get(name)));
  }

  /** The same under another name for messages. */
  Entry named(String name) {
    return new Entry(name, node);
  }

  /** Refuses all other names. */
  void requireOnly(List<String> known) {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw wrong(
                    "unknown name '%s'; expected are: %s"
                        .formatted(name, String.join(", ", known)));
              }
            });
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  Optional<String> text(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    JsonNode value = node.get(name);
    if (!value.isValueNode() || value.asText().isBlank()) {
      throw wrong(name, "one value");
    }
    return Optional.of(value.asText());
  }

  String required(String name) {
    return text(name).orElseThrow(() -> wrong(name + " is missing"));
  }

  /** A factor above 0. */
  OptionalDouble factor(String name) {
    if (!has(name)) {
      return OptionalDouble.empty();
    }
    if (!node.get(name).isNumber() || node.get(name).asDouble() <= 0) {
      throw wrong(name, "a factor above 0, such as 1.5");
    }
    return OptionalDouble.of(node.get(name).asDouble());
  }

  /** What keeps numbers within a factor of one another. */
  OptionalDouble factorOfOneOrMore(String name) {
    OptionalDouble factor = factor(name);
    if (factor.isPresent() && factor.getAsDouble() < 1) {
      throw wrong(name, "a factor of 1 or more, such as 1.1");
    }
    return factor;
  }

  /** A list of values, or one. */
  List<String> values(String name) {
    List<String> values = new ArrayList<>();
    for (JsonNode one : list(name)) {
      if (!one.isValueNode()) {
        throw wrong(name, "a value or a list of values");
      }
      values.add(one.asText());
    }
    return values;
  }

  /** What stands there as a list, or the only one; at least one. */
  List<JsonNode> list(String name) {
    if (!has(name)) {
      throw wrong(name + " is missing");
    }
    List<JsonNode> all = new ArrayList<>();
    if (node.get(name).isArray()) {
      node.get(name).forEach(all::add);
    } else {
      all.add(node.get(name));
    }
    if (all.isEmpty()) {
      throw wrong(name, "at least one");
    }
    return all;
  }

  /** Names with one value each; none if there is nothing. */
  SortedMap<String, String> map(String name) {
    SortedMap<String, String> map = new TreeMap<>();
    if (has(name)) {
      below(name)
          .node
          .fieldNames()
          .forEachRemaining(one -> map.put(one, below(name).required(one)));
    }
    return map;
  }

  Entry below(String name) {
    if (node.get(name) instanceof ObjectNode below) {
      return new Entry("%s, %s".formatted(where, name), below);
    }
    throw has(name) ? wrong(name, "names with values") : wrong(name + " is missing");
  }
}
