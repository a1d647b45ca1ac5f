package io.hybridycsb.veritas.core.read;

import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds back reads of keys that undecided transactions write. A commit is acknowledged only after
 * every node has voted on it, and a node votes only after it has closed the keys here. So a read
 * that waits for the writers it finds here can't miss an acknowledged commit. It doesn't wait for
 * writers that come later. Transactions are opened in the order in which they were closed.
 */
public final class ReadGate {
  private final ConcurrentHashMap<ByteKey, Closed> closed = new ConcurrentHashMap<>();

  /** A key with undecided writers; guarded by the map's lock on its entry. */
  private static final class Closed {
    long closings;
    long openings;
    final List<Waiting> waiting = new ArrayList<>(0);
  }

  private record Waiting(long forOpenings, Runnable then) {}

  /** Closes the keys that a transaction writes. */
  public void close(CheckedTransaction transaction) {
    for (CheckedTransaction.Change write : transaction.writes()) {
      closed.compute(
          write.key(),
          (key, entry) -> {
            Closed next = entry == null ? new Closed() : entry;
            next.closings++;
            return next;
          });
    }
  }

  /** Opens the keys that a transaction wrote and runs the reads that waited for it. */
  public void open(CheckedTransaction transaction) {
    List<Runnable> released = new ArrayList<>(0);
    for (CheckedTransaction.Change write : transaction.writes()) {
      closed.computeIfPresent(
          write.key(),
          (key, entry) -> {
            entry.openings++;
            release(entry, released);
            return entry.openings == entry.closings ? null : entry;
          });
    }
    released.forEach(Runnable::run);
  }

  private static void release(Closed entry, List<Runnable> released) {
    Iterator<Waiting> waiting = entry.waiting.iterator();
    while (waiting.hasNext()) {
      Waiting next = waiting.next();
      if (next.forOpenings() <= entry.openings) {
        released.add(next.then());
        waiting.remove();
      }
    }
  }

  /**
   * Runs {@code then} once all transactions that write one of the keys now have been decided and
   * applied. If there are none, that is at once, on this thread; otherwise on the thread that opens
   * the last.
   */
  public void whenOpen(Collection<ByteKey> keys, Runnable then) {
    AtomicInteger open = new AtomicInteger(1);
    Runnable countDown =
        () -> {
          if (open.decrementAndGet() == 0) {
            then.run();
          }
        };
    for (ByteKey key : keys) {
      closed.computeIfPresent(
          key,
          (k, entry) -> {
            open.incrementAndGet();
            entry.waiting.add(new Waiting(entry.closings, countDown));
            return entry;
          });
    }
    countDown.run();
  }

  /** The keys with {@code from <= key < to} that undecided transactions write. */
  public List<ByteKey> closedBetween(byte[] from, byte[] to) {
    List<ByteKey> found = new ArrayList<>();
    for (ByteKey key : closed.keySet()) {
      if (Arrays.compareUnsigned(from, key.bytes()) <= 0
          && Arrays.compareUnsigned(key.bytes(), to) < 0) {
        found.add(key);
      }
    }
    return found;
  }
}
