package io.hybridycsb.ycsb.bigchaindb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON in the one form that BigchainDB signs and hashes: names sorted by code points, no blanks,
 * nothing escaped but what must be.
 */
final class CanonicalJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CanonicalJson() {}

  /**
   * The text of a value.
   *
   * @param value a map with texts as names, a list, a text, a whole number, a boolean or null
   */
  static String text(Object value) {
    try {
      return JSON.writeValueAsString(sorted(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object sorted(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> byName = new TreeMap<>(CanonicalJson::compare);
      map.forEach((name, each) -> byName.put((String) name, sorted(each)));
      return byName;
    }
    return value instanceof List<?> list
        ? list.stream().map(CanonicalJson::sorted).toList()
        : value;
  }

  /** By code points; Java's own order differs from that above U+FFFF. */
  private static int compare(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }
}
