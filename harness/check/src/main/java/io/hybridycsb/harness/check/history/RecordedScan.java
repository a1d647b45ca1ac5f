package io.hybridycsb.harness.check.history;

import java.util.List;
import java.util.Map;

/**
 * What a scan has found.
 *
 * @param count how many records it asked for; 0 if that isn't known
 * @param rows those that it found, in their order
 */
public record RecordedScan(long count, List<Row> rows) {
  public RecordedScan {
    rows = List.copyOf(rows);
  }

  /**
   * A record that was found.
   *
   * @param fields digests of its values
   */
  public record Row(String key, Map<String, String> fields) {
    public Row {
      fields = Map.copyOf(fields);
    }
  }
}
