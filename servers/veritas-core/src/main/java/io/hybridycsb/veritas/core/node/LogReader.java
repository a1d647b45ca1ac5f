package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogCodec;
import io.hybridycsb.veritas.core.log.LogItem;
import io.hybridycsb.veritas.core.node.StageTimes.Stage;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Reads the shared log and checks each record's signatures, ahead of the replica. The queue between
 * them is bounded by its count of records; a full one stops the reading.
 */
final class LogReader implements Runnable {
  static final int QUEUE_RECORDS = 512;
  private static final long POLL_MS = 100;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final SharedLog log;
  private final LogCodec codec;
  private final long startPosition;
  private final ArrayBlockingQueue<LogItem> items;
  private final Consumer<Throwable> onFatal;
  private final StageTimes times;
  private final Pacer pacer;

  LogReader(
      SharedLog log,
      LogCodec codec,
      long startPosition,
      ArrayBlockingQueue<LogItem> items,
      int nodes,
      StageTimes times,
      Consumer<Throwable> onFatal) {
    this.log = log;
    this.codec = codec;
    this.startPosition = startPosition;
    this.items = items;
    this.pacer = new Pacer(GATHER_NANOS, nodes, System.nanoTime());
    this.times = times;
    this.onFatal = onFatal;
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

  @Override
  public void run() {
    try {
      log.seek(startPosition);
      while (!Thread.currentThread().isInterrupted()) {
        List<LogEntry> entries = log.poll(POLL_MS);
        int transactions = 0;
        for (LogEntry entry : entries) {
          LogItem item = times.time(Stage.CHECK, () -> codec.decode(entry));
          if (item instanceof LogItem.OrderedBlock block) {
            transactions += block.transactions().size();
          }
          items.put(item);
        }
        gather(transactions);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      onFatal.accept(e);
    }
  }
}
