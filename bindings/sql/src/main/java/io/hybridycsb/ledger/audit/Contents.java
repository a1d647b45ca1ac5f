package io.hybridycsb.ledger.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.hybridycsb.ledger.database.HistoryRow;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Records as JSON, as PostgreSQL writes it: the same value is the same text. A field that is null
 * is as good as none: columns may have been added since.
 */
public final class Contents {
  /** What differs where one of two isn't a record. */
  private static final String ALL = "all of it";

  /** More than PostgreSQL takes by any usual max_stack_depth. */
  private static final int DEPTH_MAX = 100_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(HistoryRow.BYTES_MAX)
                  .maxNameLength(HistoryRow.BYTES_MAX)
                  .maxNumberLength(HistoryRow.BYTES_MAX)
                  .maxNestingDepth(DEPTH_MAX)
                  .build())
          .build();

  private Contents() {}

  /** The names of the fields in which two records differ. */
  static SortedSet<String> differences(String one, String other) {
    SortedSet<String> differing = new TreeSet<>();
    if (one.equals(other)) {
      return differing;
    }
    Optional<Map<String, String>> first = fields(one);
    Optional<Map<String, String>> second = fields(other);
    Map<String, String> left = first.orElse(Map.of());
    Map<String, String> right = second.orElse(Map.of());
    differing.addAll(left.keySet());
    differing.addAll(right.keySet());
    differing.removeIf(name -> Objects.equals(left.get(name), right.get(name)));
    if (differing.isEmpty() && (first.isEmpty() || second.isEmpty())) {
      differing.add(ALL);
    }
    return differing;
  }

  /** The fields that aren't null, by name, each as JSON; empty if it is no record. */
  public static Optional<Map<String, String>> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        if (!isNull) {
          fields.put(name, text.substring(start, (int) parser.currentLocation().getCharOffset()));
        }
      }
      return parser.nextToken() == null ? Optional.of(fields) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A field of {@link #fields} for people: a text as it is, and all else as JSON. */
  public static String shown(String field) {
    try (JsonParser parser = JSON.createParser(field)) {
      return parser.nextToken() == JsonToken.VALUE_STRING ? parser.getText() : field;
    } catch (IOException e) {
      throw new IllegalArgumentException("a field is no JSON", e);
    }
  }
}
