package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.VerificationFailed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Offline verification: keys that were read are checked in batches by a thread of its own, each key
 * of a batch once, however often it was read. At the end it tells what was checked and what failed.
 */
final class OfflineChecks implements AutoCloseable {
  private static final int QUEUE_MAX = 100_000;
  private static final int BATCH_MAX = 1_000;
  private static final int SHOWN_MAX = 10;
  private static final long END_TIMEOUT_S = 60;

  private final BlockchainDb db;
  private final int depth;
  private final BlockingQueue<byte[]> read = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private Thread thread;
  private volatile boolean ending;
  private volatile long checked;
  private volatile long reads;

  OfflineChecks(BlockchainDb db, int depth) {
    this.db = db;
    this.depth = depth;
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
    read.put(key);
  }

  private void run() {
    BlockchainDb.Session session = db.session();
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
        keys.keySet().forEach(key -> check(session, key));
        reads += batch.size();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void check(BlockchainDb.Session session, byte[] key) {
    try {
      session.verify(key, depth);
      checked++;
    } catch (VerificationFailed | ClientException e) {
      failures.add(e.getMessage());
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
    thread.join(TimeUnit.SECONDS.toMillis(END_TIMEOUT_S));
    thread.interrupt();
    System.err.printf(
        "blockchaindb: offline verification of %d reads: %d checks passed, %d failed, %d reads not"
            + " checked%n",
        reads, checked, failures.size(), read.size());
    if (!failures.isEmpty() || !read.isEmpty()) {
      failures.stream().limit(SHOWN_MAX).forEach(failure -> System.err.println("  " + failure));
      throw new IllegalStateException("offline verification failed");
    }
  }
}
