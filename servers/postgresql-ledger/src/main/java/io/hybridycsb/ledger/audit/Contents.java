package io.hybridycsb.ledger.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.hybridycsb.ledger.database.HistoryRow;
import java.util.SortedSet;
import java.util.TreeSet;

/** Records as JSON. A field that is null is as good as none: columns may have been added since. */
final class Contents {
  /** What differs where one of two isn't a record. */
  private static final String ALL = "all of it";

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(HistoryRow.BYTES_MAX).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

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
    if (differing.isEmpty() && !(first.isObject() && second.isObject())) {
      differing.add(ALL);
    }
    return differing;
  }

  private static JsonNode field(JsonNode record, String name) {
    return record.path(name).isMissingNode() ? NullNode.getInstance() : record.path(name);
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return NullNode.getInstance();
    }
  }
}
