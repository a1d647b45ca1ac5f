package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.spi.StateEntry;
import java.util.List;

/** What reads of clients need of a state store. */
interface StateReader {
  List<byte[]> getAll(List<byte[]> keys);

  List<StateEntry> scan(byte[] from, byte[] to, int limit);
}
