package io.hybridycsb.ycsb.blockchaindb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Offline verification: keys that were read are checked in batches by a thread of its own, each key
 * of a batch once, however often it was read. What is checked is the record as it is then, not the
 * value that was read before. At the end it tells what was checked and what failed.
 */
final class OfflineChecks implements AutoCloseable {
  private static final int QUEUE_MAX = 100_000;
  private static final int BATCH_MAX = 1_000;
  private static final int SHOWN_MAX = 10;
  private final Consumer<byte[]> verify;
  private final long endTimeoutMs;
  private final BlockingQueue<byte[]> read = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final AtomicLong added = new AtomicLong();
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private Thread thread;
  private volatile boolean ending;
  private volatile long checked;
  private volatile long failed;
  private volatile long reads;

  /**
   * @param verify checks the record of a key, and throws if it doesn't stand or can't be checked
   * @param endTimeoutMs how long {@link #close} waits for the rest
   */
  OfflineChecks(Consumer<byte[]> verify, long endTimeoutMs) {
    this.verify = verify;
    this.endTimeoutMs = endTimeoutMs;
  }

  /** Takes the key of a record that was read; waits where too many are to be checked. */
  void add(byte[] key) throws InterruptedException {
    synchronized (this) {
      if (thread == null) {
        thread = new Thread(this::run, "offline-verification");
        thread.setDaemon(true);
        thread.start();
      }
    }
    added.incrementAndGet();
    read.put(key);
  }

  private void run() {
    try {
      while (!(ending && read.isEmpty())) {
        List<byte[]> batch = new ArrayList<>();
        byte[] first = read.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        batch.add(first);
        read.drainTo(batch, BATCH_MAX - 1);
        Map<byte[], Boolean> keys = new TreeMap<>(Arrays::compareUnsigned);
        batch.forEach(key -> keys.put(key, true));
        keys.keySet().forEach(this::check);
        reads += batch.size();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void check(byte[] key) {
    try {
      verify.accept(key);
      checked++;
    } catch (RuntimeException e) {
      failed++;
      if (failures.size() < SHOWN_MAX) {
        failures.add(e.getMessage() == null ? e.toString() : e.getMessage());
      }
    }
  }

  /**
   * Waits for the rest, and tells.
   *
   * @throws IllegalStateException if a check has failed, or there was no time for all
   */
  @Override
  public void close() throws InterruptedException {
    if (thread == null) {
      return;
    }
    ending = true;
    thread.join(endTimeoutMs);
    long unchecked = added.get() - reads;
    thread.interrupt();
    System.err.printf(
        "blockchaindb: offline verification of %d reads: %d checks passed, %d failed, %d reads not"
            + " checked%n",
        reads, checked, failed, unchecked);
    if (failed > 0 || unchecked > 0) {
      List.copyOf(failures).forEach(failure -> System.err.println("  " + failure));
      throw new IllegalStateException("offline verification failed");
    }
  }
}
