package io.hybridycsb.ycsb.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** A record that a scan found. */
public record Row(String key, Map<String, byte[]> fields) {
  /**
   * A scan by several calls, for a system that may answer with fewer records than are asked for.
   *
   * @param page gives at most so many rows from a key on; none only at the end
   */
  public static List<Row> byPages(
      String startKey, int count, BiFunction<String, Integer, List<Row>> page) {
    List<Row> all = new ArrayList<>();
    String from = startKey;
    while (all.size() < count) {
      List<Row> found = page.apply(from, count - all.size());
      if (found.isEmpty()) {
        break;
      }
      all.addAll(found);
      // The least key that is greater.
      from = found.get(found.size() - 1).key() + '\0';
    }
    return all;
  }
}
