package io.hybridycsb.harness.check.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What a scan has found.
 *
 * @param count how many records it asked for; 0 if that isn't known
 * @param rows those that it found, in their order
 */
public record RecordedScan(long count, List<Row> rows) {
  /** The order in which scans go through keys: by the bytes of UTF-8, as in most databases. */
  public static final Comparator<String> ORDER =
      (one, other) -> Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));

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
