package io.hybridycsb.harness.bench.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings as they stand in a file: names with values, lists, or further names below them.
 *
 * @param source what to call the file in messages
 */
record FileSettings(String source, ObjectNode node) {
  /** YCSB counts operations and records, and knows its threads, by an int. */
  private static final long GREATEST = Integer.MAX_VALUE;

  /**
   * Reads a YAML file.
   *
   * @param what it is to describe
   * @throws UsageException if it holds no names with values
   */
  static FileSettings read(Path file, String what) {
    try (InputStream text = Files.newInputStream(file)) {
      if (YamlText.read(text) instanceof ObjectNode parsed) {
        return new FileSettings(file.toString(), parsed);
      }
      throw new UsageException("%s describes no %s".formatted(file, what));
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "%s is no YAML: %s"
              .formatted(file, e.getOriginalMessage().lines().findFirst().orElse("")));
    } catch (IOException e) {
      throw new HarnessException("cannot read %s: is there such a file?".formatted(file), e);
    }
  }

  /** Settings that stand in no file. */
  static FileSettings of(Map<String, String> texts) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    texts.forEach(node::put);
    return new FileSettings("", node);
  }

  /** These settings, overridden by another's; nested names are merged, lists replaced. */
  FileSettings with(FileSettings over) {
    return new FileSettings(source, merged(node, over.node));
  }

  private static ObjectNode merged(ObjectNode base, ObjectNode over) {
    ObjectNode result = base.deepCopy();
    over.properties()
        .forEach(
            entry -> {
              JsonNode old = result.get(entry.getKey());
              JsonNode value = entry.getValue();
              boolean both = old instanceof ObjectNode && value instanceof ObjectNode;
              result.set(
                  entry.getKey(),
                  both ? merged((ObjectNode) old, (ObjectNode) value) : value.deepCopy());
            });
    return result;
  }

  /** No settings, of the same file. */
  FileSettings emptied() {
    return new FileSettings(source, JsonNodeFactory.instance.objectNode());
  }

  /** What one system says of experiments, as a file of experiments would say it of that system. */
  FileSettings ofSystem(String system) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ObjectNode means = all.putObject("means");
    below("means")
        .node
        .properties()
        .forEach(one -> means.putObject(one.getKey()).set(system, one.getValue()));
    all.putObject("overrides").set(system, below("overrides").node);
    all.putObject("quick").putObject("overrides").set(system, below("quick").node);
    return new FileSettings(source, all);
  }

  FileSettings without(String name) {
    ObjectNode copy = node.deepCopy();
    copy.remove(name);
    return new FileSettings(source, copy);
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** What is below a name; empty if nothing is. */
  FileSettings below(String name) {
    JsonNode found = node.get(name);
    if (found == null || found.isNull()) {
      return new FileSettings(source, JsonNodeFactory.instance.objectNode());
    }
    if (!(found instanceof ObjectNode)) {
      throw bad(name, "names with values below it", found);
    }
    return new FileSettings(source, (ObjectNode) found);
  }

  /** The elements of a list, each with names below it; empty if there is no list. */
  List<FileSettings> each(String name) {
    JsonNode found = node.path(name);
    List<FileSettings> trees = new ArrayList<>();
    if (!found.isMissingNode() && !found.isArray()) {
      throw bad(name, "a list of names with values", found);
    }
    for (JsonNode one : found) {
      if (!(one instanceof ObjectNode)) {
        throw bad(name, "a list of names with values", found);
      }
      trees.add(new FileSettings(source, (ObjectNode) one));
    }
    return trees;
  }

  /** The names, in the order of the file. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Whether a name has a single value, not nested names or a list. */
  boolean isValue(String name) {
    return node.path(name).isValueNode();
  }

  String text(String name, String otherwise) {
    JsonNode found = node.path(name);
    if (found.isMissingNode() || found.isNull()) {
      return otherwise;
    }
    if (!found.isValueNode()) {
      throw bad(name, "one value", found);
    }
    return found.asText();
  }

  String text(String name) {
    String text = text(name, "");
    if (text.isEmpty()) {
      throw new UsageException("%s: %s is missing".formatted(source, name));
    }
    return text;
  }

  /** A whole number, not below {@code min}, and not above what YCSB can count. */
  long number(String name, long otherwise, long min) {
    return number(name, min).orElse(otherwise);
  }

  OptionalLong number(String name, long min) {
    String text = text(name, "");
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    String digits = text.replace("_", "");
    if (!digits.matches("[+-]?[0-9]{1,400}")) {
      throw bad(name, "a whole number, at least " + min, node.get(name));
    }
    BigInteger number = new BigInteger(digits);
    if (number.compareTo(BigInteger.valueOf(GREATEST)) > 0) {
      throw bad(name, "at most " + GREATEST, node.get(name));
    }
    if (number.compareTo(BigInteger.valueOf(min)) < 0) {
      throw bad(name, "a whole number, at least " + min, node.get(name));
    }
    return OptionalLong.of(number.longValueExact());
  }

  /** The values of a list, or a single value as a list. */
  List<String> list(String name) {
    JsonNode found = node.path(name);
    List<String> values = new ArrayList<>();
    if (found.isArray()) {
      found.forEach(
          value -> {
            if (!value.isValueNode()) {
              throw bad(name, "a list of values", found);
            }
            values.add(value.asText());
          });
    } else if (found.isValueNode() && !found.isNull()) {
      values.add(found.asText());
    } else if (found.isObject()) {
      throw bad(name, "a list of values", found);
    }
    return values;
  }

  /** All names with their lists. */
  Map<String, List<String>> lists() {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    names().forEach(name -> lists.put(name, list(name)));
    return lists;
  }

  /** All names with their values. */
  SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    names().forEach(name -> texts.put(name, text(name, "")));
    return texts;
  }

  /** Refuses unknown names. */
  void requireOnly(Set<String> known, String what) {
    for (String name : names()) {
      if (!known.contains(name)) {
        throw new UsageException(
            "%s: unknown %s '%s'; there are: %s"
                .formatted(
                    source, what, name, String.join(", ", known.stream().sorted().toList())));
      }
    }
  }

  private UsageException bad(String name, String expected, JsonNode found) {
    return new UsageException("%s: %s must be %s, not %s".formatted(source, name, expected, found));
  }
}
