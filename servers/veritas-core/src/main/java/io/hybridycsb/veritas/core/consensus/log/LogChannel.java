package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends this node's records to the shared log, and reads everybody's, with their signatures
 * checked. For the thread of the {@link ReplicaLoop}; any other may wake it.
 *
 * <p>While an append of this node's is underway, the log isn't asked for more. All nodes append
 * when the same record has released them, so that one answer then brings the records of most. It is
 * asked all the same when the append takes longer than the reader would wait for a record.
 *
 * <p>A record that comes back byte for byte as this node sent it needs neither parsing nor checking
 * again.
 */
final class LogChannel {
  private static final Logger LOG = LoggerFactory.getLogger(LogChannel.class);

  /** Own records that are underway or not read yet. */
  static final int SENT_MAX = 16;

  static final long SENT_BYTES_MAX = 16 << 20;
  private static final int RECORDS_PER_READ = 256;

  /** Longer than a node reads behind its own records in any ordinary moment. */
  private static final long COMES_BACK_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** What the records of one read may take in memory, the last one not counted. */
  static final long BYTES_PER_READ = 64 << 20;

  private final SharedLog log;
  private final LogCodec codec;
  private final NodeContext node;
  private final ArrayDeque<LogEntry> fetched = new ArrayDeque<>();

  /** Own records, in their order, until they are read or their append fails. */
  private final ArrayDeque<Sent> sent = new ArrayDeque<>();

  /** Of the records in {@link #sent}. */
  private long sentBytes;

  /** What the transactions of the records that are underway take in memory. */
  private long underwayBytes;

  private int underway;
  private boolean woken;
  private boolean polling;

  /** An own record, and since when it stands in the log. */
  private static final class Sent {
    final Outgoing outgoing;
    OptionalLong landedNanos = OptionalLong.empty();

    Sent(Outgoing outgoing) {
      this.outgoing = outgoing;
    }

    int bytes() {
      return outgoing.record().length;
    }

    boolean isLost(long nowNanos) {
      return landedNanos.isPresent() && nowNanos - landedNanos.getAsLong() > COMES_BACK_NANOS;
    }
  }

  /**
   * @param startPosition where reading begins
   */
  LogChannel(NodeContext node, SharedLog log, long startPosition) {
    this.node = node;
    this.log = log;
    codec = new LogCodec(node.self().cluster(), node.self().checker());
    log.seek(startPosition);
  }

  /** The codec of the records that it appends. */
  LogCodec codec() {
    return codec;
  }

  /**
   * Appends a record of this node's.
   *
   * @param block its transactions
   * @param ifItFails is told why, if the record may not stand in the log; on any thread
   */
  void append(Outgoing outgoing, List<CheckedTransaction> block, Consumer<Throwable> ifItFails) {
    Sent newest = new Sent(outgoing);
    long memoryBytes = CheckedTransaction.memoryBytes(block);
    synchronized (this) {
      sent.addLast(newest);
      sentBytes += newest.bytes();
      underway++;
      underwayBytes += memoryBytes;
    }
    log.append(outgoing.record())
        .whenComplete(
            (ignored, failure) -> {
              landed(newest, memoryBytes, failure != null);
              if (failure != null) {
                ifItFails.accept(failure);
              }
            });
  }

  private synchronized void landed(Sent record, long memoryBytes, boolean failed) {
    underway--;
    underwayBytes -= memoryBytes;
    if (!failed) {
      record.landedNanos = OptionalLong.of(System.nanoTime());
    } else if (sent.remove(record)) {
      sentBytes -= record.bytes();
    }
    notifyAll();
  }

  /**
   * Whether all own records were read, or have failed. A record that the log has acknowledged and
   * doesn't show isn't waited for without end: the log has lost it.
   */
  synchronized boolean isQuiet() {
    while (!sent.isEmpty() && sent.getFirst().isLost(System.nanoTime())) {
      sentBytes -= sent.removeFirst().bytes();
      LOG.warn(
          "the shared log acknowledged a record of this node {} s ago, and doesn't show it; this"
              + " node goes on without it",
          TimeUnit.NANOSECONDS.toSeconds(COMES_BACK_NANOS));
    }
    return sent.isEmpty();
  }

  /** Whether one more own record may be underway. */
  synchronized boolean hasRoom() {
    return sent.size() < SENT_MAX && sentBytes < SENT_BYTES_MAX;
  }

  /** What the transactions that are on their way into the log take in memory. For any thread. */
  synchronized long underwayBytes() {
    return underwayBytes;
  }

  /** Ends the wait in {@link #read}: the one under way, or else the next one. For any thread. */
  void wake() {
    boolean wakeLog;
    synchronized (this) {
      wakeLog = polling && !woken;
      woken = true;
      notifyAll();
    }
    if (wakeLog) {
      log.wakeUp();
    }
  }

  /**
   * Reads the next records, as many as are there and have room.
   *
   * @param timeoutNanos how long to wait for one
   * @return what they say, in the log's order; nothing if none came in time, or if it was woken
   */
  List<LogItem> read(long timeoutNanos) throws InterruptedException {
    if (fetched.isEmpty()) {
      fetch(timeoutNanos);
    }
    long start = System.nanoTime();
    List<LogItem> items = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < RECORDS_PER_READ && bytes < BYTES_PER_READ && !fetched.isEmpty(); i++) {
      LogEntry entry = fetched.remove();
      List<LogItem> said = takeOwn(entry);
      for (LogItem item : said == null ? codec.decode(entry) : said) {
        bytes += bytesOf(item);
        items.add(item);
      }
    }
    node.times().add(Stage.CHECK, System.nanoTime() - start);
    return items;
  }

  private void fetch(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    long left = timeoutNanos;
    synchronized (this) {
      while (underway > 0 && !woken && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
      left = woken ? 0 : left;
      polling = true;
    }
    try {
      fetched.addAll(log.poll(TimeUnit.NANOSECONDS.toMillis(Math.max(0, left))));
    } finally {
      synchronized (this) {
        polling = false;
        woken = false;
      }
    }
  }

  /** What a record says that this node sent as it is; null if it isn't remembered. */
  synchronized List<LogItem> takeOwn(LogEntry entry) {
    for (Iterator<Sent> each = sent.iterator(); each.hasNext(); ) {
      Sent own = each.next();
      if (Arrays.equals(own.outgoing.record(), entry.record())) {
        each.remove();
        sentBytes -= own.bytes();
        return own.outgoing.asRead().apply(entry.position());
      }
    }
    return null;
  }

  /** What an item takes in memory. */
  private static long bytesOf(LogItem item) {
    if (item instanceof LogItem.OrderedBlock block) {
      return CheckedTransaction.memoryBytes(block.transactions());
    }
    return item instanceof LogItem.CastVote vote ? vote.vote().getSerializedSize() : 0;
  }
}
