package io.hybridycsb.veritas.core.read;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import java.util.Arrays;
import java.util.List;

/**
 * Answers a scan with as many of its records as fit into a reply. It asks the store for no more at
 * a time than what probably fits, so that a scan over large records stays within the node's memory.
 */
final class ScanPage {
  private static final int FIRST_FETCH_RECORDS = 100;

  private ScanPage() {}

  /**
   * @param bytesMax keys and values together; a single record may be longer
   */
  static ScanReply.Builder read(StateReader store, ScanRequest scan, int bytesMax) {
    ScanReply.Builder reply = ScanReply.newBuilder();
    byte[] from = scan.getFrom().toByteArray();
    byte[] to = scan.getTo().toByteArray();
    int fetch = Math.min(scan.getLimit(), FIRST_FETCH_RECORDS);
    long bytes = 0;
    while (fetch > 0) {
      List<StateEntry> entries = store.scan(from, to, fetch);
      for (StateEntry entry : entries) {
        bytes += entry.key().length + entry.value().length;
        if (bytes > bytesMax && reply.getKeysCount() > 0) {
          return reply.setMore(true);
        }
        reply.addKeys(UnsafeByteOperations.unsafeWrap(entry.key()));
        reply.addValues(UnsafeByteOperations.unsafeWrap(entry.value()));
      }
      if (entries.size() < fetch) {
        break;
      }
      byte[] last = entries.get(fetch - 1).key();
      from = Arrays.copyOf(last, last.length + 1);
      fetch = nextFetch(reply.getKeysCount(), bytes, scan.getLimit(), bytesMax);
    }
    return reply;
  }

  /** How many records probably fit, judging by those read so far; 0 when the limit is reached. */
  private static int nextFetch(int records, long bytes, int limit, int bytesMax) {
    long fitting = Math.max(1, (bytesMax - bytes) * records / Math.max(1, bytes));
    return (int) Math.min(fitting, limit - records);
  }
}
