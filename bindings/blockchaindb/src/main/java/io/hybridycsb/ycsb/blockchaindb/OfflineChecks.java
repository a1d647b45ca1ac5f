package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.ReadBlock;
import io.hybridycsb.blockchaindb.client.ReadChecks.Checked;
import io.hybridycsb.blockchaindb.client.ReadChecks.Standing;
import io.hybridycsb.blockchaindb.client.ReadClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Offline verification: threads of its own check what reads have returned, many keys of a block at
 * a time, the oldest first. Reads that have returned the same of the same block are one check.
 * Readers wait while what is to be checked takes too much memory, or the oldest has waited long:
 * nodes forget the states of old blocks. The rest is checked at the end. Then the results are told.
 */
final class OfflineChecks implements AutoCloseable {
  static final int CHECKERS = 8;
  static final long WAITING_BYTES_MAX = 4 << 20;

  /** How long reads may wait for their check before further ones have to wait. */
  private static final long WAITED_MAX_NS = TimeUnit.SECONDS.toNanos(30);

  /** Keys in one check. */
  private static final int BATCH = 256;

  /** What a claim takes besides its key and digest, and its entries in the maps. */
  private static final int CLAIM_BYTES = 200;

  private static final int SHOWN_MAX = 10;

  private final Check check;
  private final long timeoutMs;

  // All below is guarded by this.
  /** What is to be checked, the oldest block first, and how many reads have returned it. */
  private final Map<ReadBlock, Waiting> waiting = new LinkedHashMap<>();

  private final List<Thread> checkers = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private long waitingBytes;
  private boolean ending;
  private long added;
  private long passed;
  private long failed;
  private long withdrawn;
  private long tooOld;
  private long inVain;

  /** How reads of one block are checked. */
  interface Check {
    /**
     * @param read when the first of them returned
     * @throws RuntimeException if they can't be
     */
    Checked of(ReadBlock block, List<ReadClaim> claims, Instant read);
  }

  /**
   * What is to be checked of a block.
   *
   * @param read when the first of them returned
   * @param sinceNs the same, by the clock that never goes back
   */
  private record Waiting(Instant read, long sinceNs, Map<ReadClaim, Integer> reads) {}

  /**
   * A check.
   *
   * @param read when the first of them returned
   * @param reads how many reads it covers, for each claim
   */
  private record Due(ReadBlock block, Instant read, Map<ReadClaim, Integer> reads) {
    int count() {
      return reads.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * @param check called by several threads
   * @param timeoutMs how long a read may wait, and how long the rest may take at the end
   */
  OfflineChecks(Check check, long timeoutMs) {
    this.check = check;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Takes what a read has returned; waits while too much is due.
   *
   * @throws IllegalStateException if it has waited too long
   */
  synchronized void add(ReadBlock block, ReadClaim claim) throws InterruptedException {
    start();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (isFull()) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        throw new IllegalStateException("offline verification makes no progress");
      }
      wait(leftMs);
    }
    Map<ReadClaim, Integer> reads =
        waiting
            .computeIfAbsent(
                block, b -> new Waiting(Instant.now(), System.nanoTime(), new LinkedHashMap<>()))
            .reads();
    if (reads.merge(claim, 1, Integer::sum) == 1) {
      waitingBytes += bytes(claim);
    }
    added++;
    notifyAll();
  }

  /** How many claims no checker has taken yet. */
  synchronized int waitingClaims() {
    return waiting.values().stream().mapToInt(block -> block.reads().size()).sum();
  }

  private boolean isFull() {
    if (waiting.isEmpty()) {
      return false;
    }
    long sinceNs = waiting.values().iterator().next().sinceNs();
    return waitingBytes >= WAITING_BYTES_MAX || System.nanoTime() - sinceNs > WAITED_MAX_NS;
  }

  private static long bytes(ReadClaim claim) {
    return claim.key().size() + claim.digest().size() + CLAIM_BYTES;
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
    Map.Entry<ReadBlock, Waiting> oldest = waiting.entrySet().iterator().next();
    Due due = new Due(oldest.getKey(), oldest.getValue().read(), new LinkedHashMap<>());
    Iterator<Map.Entry<ReadClaim, Integer>> reads = oldest.getValue().reads().entrySet().iterator();
    while (reads.hasNext() && due.reads().size() < BATCH) {
      Map.Entry<ReadClaim, Integer> next = reads.next();
      due.reads().put(next.getKey(), next.getValue());
      waitingBytes -= bytes(next.getKey());
      reads.remove();
    }
    if (!reads.hasNext()) {
      waiting.remove(oldest.getKey());
    }
    notifyAll();
    return due;
  }

  /** Never throws, so that its thread goes on: readers wait for these threads. */
  private void checkOne(Due due) {
    try {
      count(due, check.of(due.block(), List.copyOf(due.reads().keySet()), due.read()));
    } catch (RuntimeException e) {
      inVain(due, e instanceof ClientException ? e.getMessage() : e.toString());
    }
  }

  private synchronized void count(Due due, Checked checked) {
    if (checked.standing() == Standing.TOO_OLD) {
      tooOld += due.count();
      return;
    }
    int wrong = 0;
    for (Map.Entry<ReadClaim, Integer> each : due.reads().entrySet()) {
      String failure = checked.contradicted().get(each.getKey());
      if (failure != null) {
        wrong += each.getValue();
        show(failure);
      }
    }
    failed += wrong;
    int right = due.count() - wrong;
    if (checked.standing() == Standing.WITHDRAWN) {
      withdrawn += right;
    } else {
      passed += right;
    }
  }

  private synchronized void inVain(Due due, String reason) {
    inVain += due.count();
    show("%d reads of block %d: %s".formatted(due.count(), due.block().number(), reason));
  }

  private void show(String failure) {
    if (failures.size() < SHOWN_MAX) {
      failures.add(failure);
    }
  }

  /**
   * Waits for the rest, and tells.
   *
   * @throws IllegalStateException if a check has failed, or a read was not checked
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
    long unchecked = added - passed - failed - withdrawn;
    System.err.printf(
        "blockchaindb: offline verification of %d reads: %d passed, %d failed, %d withdrawn with"
            + " their blocks, %d not checked (%d of blocks that were too old, %d without"
            + " an answer, %d for lack of time)%n",
        added, passed, failed, withdrawn, unchecked, tooOld, inVain, unchecked - tooOld - inVain);
    if (failed > 0 || unchecked > 0) {
      failures.forEach(failure -> System.err.println("  " + failure));
      throw new IllegalStateException("offline verification failed");
    }
  }
}
