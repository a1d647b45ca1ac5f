package io.hybridycsb.veritas.core.spi;

import java.util.List;

/** The reading side of a state store. Any number of threads may read at the same time. */
public interface StateReader {

  /**
   * Returns the values of {@code keys}, in their order; null where a key is absent.
   *
   * @param keys state keys: table, 0x00, key
   */
  List<byte[]> getAll(List<byte[]> keys);

  /**
   * Returns at most {@code limit} entries with {@code from <= key < to}, in unsigned lexicographic
   * order of their keys.
   */
  List<StateEntry> scan(byte[] from, byte[] to, int limit);
}
