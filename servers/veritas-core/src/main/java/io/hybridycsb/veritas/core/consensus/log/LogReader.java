package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the shared log and checks each record's signatures, ahead of the replica. When what is read
 * ahead has no more room, the reading stops.
 */
final class LogReader implements Runnable {
  private static final long POLL_MS = 100;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private final LogContext context;
  private final long startPosition;
  private final ReadAhead items;
  private final Pacer pacer;

  LogReader(LogContext context, long startPosition, ReadAhead items) {
    this.context = context;
    this.startPosition = startPosition;
    this.items = items;
    this.pacer = new Pacer(GATHER_NANOS, context.nodes(), System.nanoTime());
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
      context.log().seek(startPosition);
      while (!Thread.currentThread().isInterrupted()) {
        List<LogEntry> entries = context.log().poll(POLL_MS);
        int transactions = 0;
        for (LogEntry entry : entries) {
          LogItem item = context.times().time(Stage.CHECK, () -> context.read(entry));
          if (item instanceof LogItem.OrderedBlock block) {
            transactions += block.transactions().size();
          }
          items.put(item);
        }
        gather(transactions);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
