package io.hybridycsb.harness.bench.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;

/**
 * Settings that a command was given, beside those of an experiment's file.
 *
 * @param settings by their names in the file
 * @param options of the cluster
 * @param properties of YCSB
 */
public record Given(
    SortedMap<String, String> settings,
    SortedMap<String, String> options,
    SortedMap<String, String> properties) {

  /** As they would stand in a file. */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    settings.forEach(node::put);
    options.forEach(node.withObject("/options")::put);
    properties.forEach(node.withObject("/properties")::put);
    return node;
  }
}
