package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.core.log.LogCodec;
import io.hybridycsb.veritas.core.log.LogItem;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.SharedLog;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;

/**
 * Reads the shared log and checks each record's signatures, ahead of the replica. The queue between
 * them is bounded by its count of records; a full one stops the reading.
 */
final class LogReader implements Runnable {
  static final int QUEUE_RECORDS = 512;
  private static final long POLL_MS = 100;

  private final SharedLog log;
  private final LogCodec codec;
  private final long startPosition;
  private final ArrayBlockingQueue<LogItem> items;
  private final Consumer<Throwable> onFatal;

  LogReader(
      SharedLog log,
      LogCodec codec,
      long startPosition,
      ArrayBlockingQueue<LogItem> items,
      Consumer<Throwable> onFatal) {
    this.log = log;
    this.codec = codec;
    this.startPosition = startPosition;
    this.items = items;
    this.onFatal = onFatal;
  }

  @Override
  public void run() {
    try {
      log.seek(startPosition);
      while (!Thread.currentThread().isInterrupted()) {
        for (LogEntry entry : log.poll(POLL_MS)) {
          items.put(codec.decode(entry));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      onFatal.accept(e);
    }
  }
}
