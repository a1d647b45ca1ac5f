package io.hybridycsb.ycsb.record;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/** Between YCSB's records of byte iterators and records of byte arrays. */
public final class Records {
  private Records() {}

  /** The values' bytes. Uses up the iterators. */
  public static Map<String, byte[]> toBytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = new HashMap<>(values.size() * 2);
    for (Map.Entry<String, ByteIterator> value : values.entrySet()) {
      fields.put(value.getKey(), value.getValue().toArray());
    }
    return fields;
  }

  /**
   * Refills the map of which {@link #toBytes} has used up the iterators. YCSB passes the same map
   * when it tries a failed insert again (core_workload_insertion_retry_limit), and would insert
   * empty values. An immutable map stays as it is.
   */
  public static void giveBack(Map<String, byte[]> fields, Map<String, ByteIterator> values) {
    if (values instanceof HashMap) {
      values.replaceAll((name, used) -> new ByteArrayByteIterator(fields.get(name)));
    }
  }

  /**
   * Puts a record's fields into {@code result}, without copying them.
   *
   * @param selected which fields; null for all
   */
  public static void copySelected(
      Map<String, byte[]> fields, Set<String> selected, Map<String, ByteIterator> result) {
    for (String name : selected == null ? fields.keySet() : selected) {
      byte[] value = fields.get(name);
      if (value != null) {
        result.put(name, new ByteArrayByteIterator(value));
      }
    }
  }
}
