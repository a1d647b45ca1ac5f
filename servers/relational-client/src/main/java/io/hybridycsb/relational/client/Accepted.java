package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Calls that nodes have accepted, and whose outcomes nobody waits for. A thread asks for these, in
 * the order of acceptance. Of calls without an outcome there are only so many: whoever brings more
 * waits, as nodes would otherwise gather what they can't execute for hours.
 */
final class Accepted implements AutoCloseable {
  private final int callsMax;
  private final Function<SignedCalls, Optional<Result>> finder;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<SignedCalls> waiting = new ArrayDeque<>();
  private final SortedMap<Outcome, Long> outcomes = new TreeMap<>();
  private final Thread thread = new Thread(this::run, "outcomes of accepted calls");
  private int open;
  private long known;
  private long lost;

  /**
   * @param callsMax calls without an outcome, at most
   * @param finder waits for a transaction's result; empty if none is known in time
   */
  Accepted(int callsMax, Function<SignedCalls, Optional<Result>> finder) {
    this.callsMax = callsMax;
    this.finder = finder;
    thread.setDaemon(true);
  }

  /**
   * Waits for room.
   *
   * @param calls how many are to be sent; more than there is ever room for go alone
   * @param deadline of {@link System#nanoTime}
   * @throws RelationalException.Unavailable if there is none in time
   */
  void reserve(int calls, long deadline) {
    lock.lock();
    try {
      while (open > 0 && open + calls > callsMax) {
        if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
          throw new RelationalException.Unavailable(
              "not sent: %,d calls that were accepted before have no outcome yet".formatted(open));
        }
      }
      open += calls;
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RelationalException.Unavailable("not sent: interrupted");
    } finally {
      lock.unlock();
    }
  }

  /** Gives room back, of calls that no node has accepted. */
  void release(int calls) {
    lock.lock();
    try {
      open -= calls;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A node has accepted calls for which there is room, or may have. */
  void add(SignedCalls calls) {
    lock.lock();
    try {
      waiting.add(calls);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      while (true) {
        SignedCalls next = take();
        Optional<Result> result = finder.apply(next);
        count(next, result);
      }
    } catch (InterruptedException e) {
      // The client is closed.
    }
  }

  private SignedCalls take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty()) {
        changed.await();
      }
      return waiting.remove();
    } finally {
      lock.unlock();
    }
  }

  private void count(SignedCalls calls, Optional<Result> result) {
    lock.lock();
    try {
      if (result.isPresent()) {
        known += calls.calls();
        result.get().getOutcomesList().forEach(outcome -> outcomes.merge(outcome, 1L, Long::sum));
      } else {
        lost += calls.calls();
      }
      open -= calls.calls();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all have an outcome, or until none has got one for a time. */
  void awaitOutcomes(long patienceNanos) {
    lock.lock();
    try {
      long before = known;
      long left = patienceNanos;
      while (open > 0 && left > 0) {
        left = changed.awaitNanos(left);
        if (known != before) {
          before = known;
          left = patienceNanos;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** What became of them; empty if there was none. */
  Optional<String> summary() {
    lock.lock();
    try {
      long without = lost + open;
      if (known + without == 0) {
        return Optional.empty();
      }
      StringBuilder text = new StringBuilder("of %,d accepted calls ".formatted(known + without));
      for (Map.Entry<Outcome, Long> outcome : outcomes.entrySet()) {
        text.append("%,d are %s, ".formatted(outcome.getValue(), outcome.getKey()));
      }
      return Optional.of(text.append("%,d have no outcome".formatted(without)).toString());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
