package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.VerificationFailed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Offline verification: threads of its own check the keys that were read. A key that is read
 * several times before its check is checked once. A check reads the record again; it doesn't cover
 * the value that was read before. Readers wait while too many keys are due, so that the rest can be
 * checked at the end. Then the results are told.
 */
final class OfflineChecks implements AutoCloseable {
  static final int CHECKERS = 8;
  static final int WAITING_MAX = 4_000;
  private static final int SHOWN_MAX = 10;

  private final Consumer<byte[]> check;
  private final long timeoutMs;

  // All below is guarded by this.
  /** Keys that are to be checked, the oldest first, and how many reads of each there were. */
  private final Map<ByteBuffer, Integer> waiting = new LinkedHashMap<>();

  private final List<Thread> checkers = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private boolean ending;
  private long added;
  private long done;
  private long passed;
  private long failed;

  /** A key, and how many reads its check covers. */
  private record Due(byte[] key, int reads) {}

  /**
   * @param check checks one key; throws what is wrong. Called by several threads
   * @param timeoutMs how long a read may wait, and how long the rest may take at the end
   */
  OfflineChecks(Consumer<byte[]> check, long timeoutMs) {
    this.check = check;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Takes the key of a record that was read; waits while too many are due.
   *
   * @throws IllegalStateException if it has waited too long
   */
  synchronized void add(byte[] key) throws InterruptedException {
    start();
    ByteBuffer due = ByteBuffer.wrap(key);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (waiting.size() >= WAITING_MAX && !waiting.containsKey(due)) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        throw new IllegalStateException("offline verification makes no progress");
      }
      wait(leftMs);
    }
    waiting.merge(due, 1, Integer::sum);
    added++;
    notifyAll();
  }

  private void start() {
    while (checkers.size() < CHECKERS) {
      Thread checker = new Thread(this::run, "offline-verification-" + (checkers.size() + 1));
      checker.setDaemon(true);
      checker.start();
      checkers.add(checker);
    }
  }

  private void run() {
    try {
      for (Due due = take(); due != null; due = take()) {
        checkOne(due);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next, or null at the end. */
  private synchronized Due take() throws InterruptedException {
    while (waiting.isEmpty()) {
      if (ending) {
        return null;
      }
      wait(timeoutMs);
    }
    Iterator<Map.Entry<ByteBuffer, Integer>> oldest = waiting.entrySet().iterator();
    Map.Entry<ByteBuffer, Integer> entry = oldest.next();
    Due due = new Due(entry.getKey().array(), entry.getValue());
    oldest.remove();
    notifyAll();
    return due;
  }

  /** Never throws, so that its thread goes on: readers wait for these threads. */
  private void checkOne(Due due) {
    try {
      check.accept(due.key());
      checked(due, null);
    } catch (RuntimeException e) {
      boolean forPeople = e instanceof VerificationFailed || e instanceof ClientException;
      checked(due, forPeople ? e.getMessage() : e.toString());
    }
  }

  private synchronized void checked(Due due, String failure) {
    done += due.reads();
    if (failure == null) {
      passed++;
      return;
    }
    failed++;
    if (failures.size() < SHOWN_MAX) {
      failures.add(failure);
    }
  }

  /**
   * Waits for the rest, and tells.
   *
   * @throws IllegalStateException if a check has failed, or there was no time for all
   */
  @Override
  public void close() throws InterruptedException {
    List<Thread> started;
    synchronized (this) {
      ending = true;
      started = List.copyOf(checkers);
      notifyAll();
    }
    if (started.isEmpty()) {
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    for (Thread checker : started) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      checker.join(Math.max(1, leftMs));
    }
    try {
      tell();
    } finally {
      started.forEach(Thread::interrupt);
    }
  }

  /** Comes before the interrupts: a check that ends by one would count as failed. */
  private synchronized void tell() {
    long unchecked = added - done;
    System.err.printf(
        "blockchaindb: offline verification of %d reads: %d checks passed, %d failed, %d reads not"
            + " checked%n",
        done, passed, failed, unchecked);
    if (failed > 0 || unchecked > 0) {
      failures.forEach(failure -> System.err.println("  " + failure));
      throw new IllegalStateException("offline verification failed");
    }
  }
}
