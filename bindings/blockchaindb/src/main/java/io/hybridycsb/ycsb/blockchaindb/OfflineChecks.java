package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.VerificationFailed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
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

  private final Consumer<byte[]> check;
  private final long endTimeoutMs;
  private final BlockingQueue<byte[]> read = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private Thread thread;
  private long added;
  private volatile boolean ending;
  private volatile long passed;
  private volatile long failed;
  private volatile long done;

  /**
   * @param check checks one key; throws what is wrong. Called by one thread
   * @param endTimeoutMs how long the rest may take at the end
   */
  OfflineChecks(Consumer<byte[]> check, long endTimeoutMs) {
    this.check = check;
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
      added++;
    }
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
        Set<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        keys.addAll(batch);
        keys.forEach(this::checkOne);
        done += batch.size();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whatever is wrong with one, the others are checked: readers wait for this thread. */
  private void checkOne(byte[] key) {
    try {
      check.accept(key);
      passed++;
    } catch (RuntimeException e) {
      failed++;
      if (failures.size() < SHOWN_MAX) {
        boolean forPeople = e instanceof VerificationFailed || e instanceof ClientException;
        failures.add(forPeople ? e.getMessage() : e.toString());
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
    // A check that the interrupt ends has not passed.
    long unchecked = unchecked();
    thread.interrupt();
    System.err.printf(
        "blockchaindb: offline verification of %d reads: %d checks passed, %d failed, %d reads not"
            + " checked%n",
        done, passed, failed, unchecked);
    if (failed > 0 || unchecked > 0) {
      List.copyOf(failures).forEach(failure -> System.err.println("  " + failure));
      throw new IllegalStateException("offline verification failed");
    }
  }

  /** Those of the batch that is being checked, too. */
  private synchronized long unchecked() {
    return added - done;
  }
}
