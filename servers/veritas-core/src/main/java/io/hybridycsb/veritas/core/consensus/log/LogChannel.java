package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.consensus.BoundedQueue;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Appends this node's records to the shared log and reads everybody's. Its thread reads ahead of
 * the replica, as far as there is room, and checks each record's signatures.
 *
 * <p>A record that comes back byte for byte as this node sent it needs neither parsing nor checking
 * again. Only the newest are remembered; a forgotten one is checked like any other.
 */
final class LogChannel implements Runnable {
  static final int AHEAD_RECORDS_MAX = 512;
  static final int AHEAD_BYTES_MAX = 64 << 20;
  private static final int SENT_MAX = 64;
  static final long SENT_BYTES_MAX = 16 << 20;
  private static final long POLL_MS = 100;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NodeContext node;
  private final SharedLog log;
  private final LogCodec codec;
  private final Pacer pacer;
  private final ArrayDeque<Sent> sent = new ArrayDeque<>();

  private record Sent(Outgoing outgoing, long nanos) {
    int bytes() {
      return outgoing.record().length;
    }
  }

  /** Of the records in {@code sent}, and guarded as these are. */
  private long sentBytes;

  private final BoundedQueue<LogItem> ahead =
      new BoundedQueue<>(AHEAD_RECORDS_MAX, AHEAD_BYTES_MAX, LogChannel::bytesOf);

  /**
   * @param startPosition where reading begins
   */
  LogChannel(NodeContext node, SharedLog log, long startPosition) {
    this.node = node;
    this.log = log;
    codec = new LogCodec(node.self().cluster(), node.self().checker());
    pacer = new Pacer(GATHER_NANOS, node.self().cluster().nodes().size(), System.nanoTime());
    log.seek(startPosition);
  }

  /** The longest record that may be appended. */
  int recordBytesMax() {
    return log.recordBytesMax();
  }

  /**
   * Appends a block of this node's.
   *
   * @return done when the log has it; fails when it may not have it
   */
  CompletableFuture<Void> append(long sequence, List<CheckedTransaction> block) {
    return append(codec.encodeBlock(node.self().name(), node.self().key(), sequence, block));
  }

  /** Appends a vote of this node's, likewise. */
  CompletableFuture<Void> append(VoteBody vote) {
    return append(codec.encodeVote(node.self().key(), vote));
  }

  CompletableFuture<Void> append(Outgoing outgoing) {
    synchronized (sent) {
      Sent newest = new Sent(outgoing, System.nanoTime());
      sent.addLast(newest);
      sentBytes += newest.bytes();
      while (sent.size() > SENT_MAX || sentBytes > SENT_BYTES_MAX) {
        sentBytes -= sent.removeFirst().bytes();
      }
    }
    return log.append(outgoing.record());
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        gather(step(POLL_MS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Fetches once.
   *
   * @param waitMs how long to wait for records
   * @return how many transactions came
   */
  int step(long waitMs) throws InterruptedException {
    int transactions = 0;
    for (LogEntry entry : log.poll(waitMs)) {
      LogItem item = node.times().time(Stage.CHECK, () -> check(entry));
      if (item instanceof LogItem.OrderedBlock block) {
        transactions += block.transactions().size();
      }
      put(item);
    }
    return transactions;
  }

  private LogItem check(LogEntry entry) {
    LogItem own = takeOwn(entry);
    return own == null ? codec.decode(entry) : own;
  }

  /** Takes the item that this node sent as this entry; null if it isn't remembered. */
  LogItem takeOwn(LogEntry entry) {
    synchronized (sent) {
      for (Iterator<Sent> each = sent.iterator(); each.hasNext(); ) {
        Sent own = each.next();
        if (Arrays.equals(own.outgoing().record(), entry.record())) {
          each.remove();
          sentBytes -= own.bytes();
          pacer.took(System.nanoTime() - own.nanos());
          return own.outgoing().asRead().apply(entry.position());
        }
      }
    }
    return null;
  }

  /** Under load, lets more records come together for the next fetch. */
  private void gather(int transactions) {
    long now = System.nanoTime();
    pacer.arrived(transactions, now);
    long waitNanos = pacer.waitNanos(now);
    if (waitNanos > 0) {
      LockSupport.parkNanos(waitNanos);
    }
  }

  /** Adds a record that was read; waits as long as there is no room for it. */
  void put(LogItem item) throws InterruptedException {
    ahead.put(item);
  }

  /** Takes the oldest record that was read; null if none comes in time. */
  LogItem poll(long timeoutNanos) throws InterruptedException {
    return ahead.poll(timeoutNanos);
  }

  /** Takes further records that were read, without waiting. */
  void drainTo(List<LogItem> taken, int recordsMax) {
    ahead.drainTo(taken, recordsMax);
  }

  /** What a record takes in memory. */
  private static int bytesOf(LogItem item) {
    if (item instanceof LogItem.OrderedBlock block) {
      long bytes =
          block.block().getSerializedSize() + CheckedTransaction.memoryBytes(block.transactions());
      return (int) Math.min(AHEAD_BYTES_MAX, bytes);
    }
    return item instanceof LogItem.CastVote vote ? vote.vote().getSerializedSize() : 0;
  }
}
