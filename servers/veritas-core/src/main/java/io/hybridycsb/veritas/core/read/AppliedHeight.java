package io.hybridycsb.veritas.core.read;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.proto.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The applied height of the node's state, and the reads that wait for a greater one: a client that
 * has seen a height elsewhere isn't shown an older state here. Safe for use by several threads.
 */
public final class AppliedHeight {
  private static final int WAITING_MAX = 50_000;

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Waiting::height));
  private volatile long height;
  private volatile long begun;

  private record Waiting(Call call, long height, Runnable then) {}

  public AppliedHeight(long height) {
    this.height = height;
    this.begun = height;
  }

  public long get() {
    return height;
  }

  /** The height that is being applied, or was last: no read has shown anything newer. */
  public long begun() {
    return begun;
  }

  /** Says that what a read shows may be of this height from now on. */
  public void begin(long newHeight) {
    begun = newHeight;
  }

  /** Says that everything up to a height is applied, and runs what waited for it. */
  public void advance(long newHeight) {
    List<Runnable> released = new ArrayList<>(0);
    begun = newHeight;
    synchronized (waiting) {
      height = newHeight;
      while (!waiting.isEmpty() && waiting.peek().height() <= newHeight) {
        released.add(waiting.poll().then());
      }
    }
    released.forEach(Runnable::run);
  }

  /** Runs {@code then}, on this thread, at once or when the height is reached. */
  public void whenReached(Call call, long wanted, Runnable then) {
    if (wanted > height && isHeld(call, wanted, then)) {
      return;
    }
    then.run();
  }

  private boolean isHeld(Call call, long wanted, Runnable then) {
    synchronized (waiting) {
      if (wanted <= height) {
        return false;
      }
      if (waiting.size() < WAITING_MAX) {
        waiting.add(new Waiting(call, wanted, then));
        return true;
      }
    }
    call.fail(
        Failure.Code.BUSY,
        WAITING_MAX + " reads are waiting for this node to catch up, the most allowed");
    return true;
  }

  /** Answers calls whose time is up. */
  public void expire(long nowNanos) {
    List<Waiting> late = new ArrayList<>(0);
    synchronized (waiting) {
      waiting.removeIf(
          each -> {
            boolean expired = each.call().isExpired(nowNanos);
            if (expired) {
              late.add(each);
            }
            return expired;
          });
    }
    for (Waiting each : late) {
      each.call()
          .fail(
              Failure.Code.TIMEOUT,
              "this node is at height " + height + ", not yet at " + each.height());
    }
  }
}
