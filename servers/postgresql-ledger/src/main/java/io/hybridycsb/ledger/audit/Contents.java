package io.hybridycsb.ledger.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.SortedSet;
import java.util.TreeSet;

/** Records as JSON. A field that is null is as good as none: columns may have been added since. */
final class Contents {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Contents() {}

  /** The names of the fields in which two records differ. */
  static SortedSet<String> differences(String one, String other) {
    SortedSet<String> differing = new TreeSet<>();
    if (one.equals(other)) {
      return differing;
    }
    JsonNode first = parsed(one);
    JsonNode second = parsed(other);
    first.fieldNames().forEachRemaining(differing::add);
    second.fieldNames().forEachRemaining(differing::add);
    differing.removeIf(name -> field(first, name).equals(field(second, name)));
    return differing;
  }

  private static JsonNode field(JsonNode record, String name) {
    return record.path(name).isMissingNode() ? NullNode.getInstance() : record.path(name);
  }

  /** What isn't JSON has no fields, so that all of the other's differ. */
  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return NullNode.getInstance();
    }
  }
}
