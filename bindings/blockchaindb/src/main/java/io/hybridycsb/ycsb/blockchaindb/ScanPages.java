package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.proto.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scans of any length. A node returns fewer records than asked for if all would be too large for
 * one answer. Such an answer looks like the end of the table.
 */
final class ScanPages {
  private ScanPages() {}

  /** One question to a node. */
  interface Page {
    /** The first records from a key on, at most so many; none only at the end. */
    List<Entry> from(byte[] key, int count);
  }

  /** At most {@code count} records, by rising key. */
  static List<Entry> all(byte[] from, int count, Page page) {
    List<Entry> all = new ArrayList<>();
    byte[] next = from;
    while (all.size() < count) {
      List<Entry> found = page.from(next, count - all.size());
      if (found.isEmpty()) {
        break;
      }
      all.addAll(found);
      next = after(found.get(found.size() - 1).getKey().toByteArray());
    }
    return all;
  }

  /** The least key that is greater. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
