package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.spi.LogEntry;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The records that this node has appended and not read back yet. A record that comes back byte for
 * byte as it was sent needs neither parsing nor checking again. Only the newest are remembered; one
 * that was forgotten is checked like any other's. Safe for use by several threads.
 */
public final class SentRecords {
  private static final int RECORDS_MAX = 64;

  private final ArrayDeque<Outgoing> sent = new ArrayDeque<>();

  public synchronized void add(Outgoing record) {
    if (sent.size() == RECORDS_MAX) {
      sent.removeFirst();
    }
    sent.addLast(record);
  }

  /** What the entry was when this node sent it, once; null if it was not this node's. */
  public synchronized LogItem take(LogEntry entry) {
    for (Iterator<Outgoing> each = sent.iterator(); each.hasNext(); ) {
      Outgoing outgoing = each.next();
      if (Arrays.equals(outgoing.record(), entry.record())) {
        each.remove();
        return outgoing.asRead().apply(entry.position());
      }
    }
    return null;
  }
}
