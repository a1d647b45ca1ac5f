package io.hybridycsb.tso.client;

import io.hybridycsb.tso.client.TimestampClient.LeaseTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Turns the calls of many threads into few requests: at most one is in flight, and its reply serves
 * every caller that waits. The rest of a reply is leased to later callers for a moment.
 *
 * <p>A call that begins after another has returned gets a higher timestamp. This holds because
 * replies only go up, and because the lease of a reply is in place before its first timestamp is
 * given to anyone.
 */
final class TimestampCoalescer {
  /** Sends requests until they are answered. */
  interface Requests {
    /** Sends a request; called again only after its reply was accepted. Doesn't wait. */
    void send(long id, int count);
  }

  private static final int LOOKAHEAD_MIN = 16;

  private final String address;
  private final Requests requests;
  private final LongSupplier nanoClock;
  private final LeaseTime leaseTime;
  private final int waitingMax;

  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
  private volatile TimestampLease lease;
  private volatile String trouble = "";
  private Request inFlight;
  private long lastRequestId;
  private long highest;
  private boolean closed;

  TimestampCoalescer(
      String address,
      Requests requests,
      LeaseTime leaseTime,
      int waitingMax,
      LongSupplier nanoClock) {
    this.address = address;
    this.requests = requests;
    this.nanoClock = nanoClock;
    this.leaseTime = leaseTime;
    this.waitingMax = waitingMax;
    this.lease = new TimestampLease(1, 1, nanoClock.getAsLong(), 0);
  }

  /** See {@link TimestampClient#next(long)}. */
  long next(long timeoutMs) {
    long startNanos = nanoClock.getAsLong();
    TimestampLease current = lease;
    long leased = current.take(startNanos);
    if (leased == TimestampLease.NONE) {
      return await(startNanos, timeoutMs);
    }
    if (current.claimRenewal(startNanos)) {
      renew(startNanos);
    }
    return leased;
  }

  private void renew(long nowNanos) {
    Request request;
    synchronized (this) {
      request = closed ? null : nextRequest(nowNanos);
    }
    send(request);
  }

  private long await(long startNanos, long timeoutMs) {
    Waiter waiter = new Waiter();
    Request request;
    synchronized (this) {
      long leased = lease.take(startNanos);
      if (leased != TimestampLease.NONE) {
        return leased;
      }
      if (closed) {
        throw closedException();
      }
      if (waiting.size() >= waitingMax) {
        throw failure(waitingMax + " callers are waiting already" + because());
      }
      waiting.add(waiter);
      request = nextRequest(startNanos);
    }
    send(request);
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (waiter.timestamp == TimestampLease.NONE) {
      long leftNanos = timeoutNanos - (nanoClock.getAsLong() - startNanos);
      boolean interrupted = Thread.currentThread().isInterrupted();
      if (leftNanos > 0 && !interrupted && !waiter.abandoned) {
        LockSupport.parkNanos(this, leftNanos);
      } else if (giveUp(waiter)) {
        throw waiter.abandoned
            ? closedException()
            : failure(interrupted ? "interrupted" : "none within " + timeoutMs + " ms" + because());
      }
    }
    return waiter.timestamp;
  }

  /** False if the waiter was served in the meantime. */
  private synchronized boolean giveUp(Waiter waiter) {
    waiting.remove(waiter);
    return waiter.timestamp == TimestampLease.NONE;
  }

  /**
   * Takes a reply to the request in flight; a reply to any other request is ignored. Called on the
   * connection's threads.
   *
   * @return what is wrong with the reply, or an empty string; the request in flight stays so until
   *     a reply is accepted
   */
  String onReply(long id, long first, int count) {
    List<Waiter> served = new ArrayList<>();
    Request request;
    synchronized (this) {
      if (closed || inFlight == null || inFlight.id != id) {
        return "";
      }
      if (count != inFlight.count || first < 1 || first > Long.MAX_VALUE - count) {
        return "got " + count + " timestamps from " + first + ", not " + inFlight.count;
      }
      if (first <= highest) {
        return "timestamps went back from " + highest + " to " + first;
      }
      long end = first + count;
      highest = end - 1;
      long firstLeased = first + Math.min(count, waiting.size());
      long nowNanos = nanoClock.getAsLong();
      lease = new TimestampLease(firstLeased, end, nowNanos, leaseTime.nanos());
      for (long timestamp = first; timestamp < firstLeased; timestamp++) {
        Waiter waiter = waiting.remove();
        waiter.timestamp = timestamp;
        served.add(waiter);
      }
      trouble = "";
      inFlight = null;
      request = waiting.isEmpty() ? null : nextRequest(nowNanos);
    }
    send(request);
    served.forEach(waiter -> LockSupport.unpark(waiter.thread));
    return "";
  }

  /** Notes why there is no reply, in one line, for the callers whose time runs out. */
  void onTrouble(String reason) {
    trouble = reason;
  }

  /** Fails all callers, now and from now on. */
  void close() {
    List<Waiter> abandoned;
    synchronized (this) {
      closed = true;
      lease = new TimestampLease(1, 1, nanoClock.getAsLong(), 0);
      abandoned = List.copyOf(waiting);
      waiting.clear();
    }
    for (Waiter waiter : abandoned) {
      waiter.abandoned = true;
      LockSupport.unpark(waiter.thread);
    }
  }

  /** How many callers wait. */
  synchronized int waiting() {
    return waiting.size();
  }

  /** The request to send now, or null if one is in flight. */
  private Request nextRequest(long nowNanos) {
    if (inFlight != null) {
      return null;
    }
    int count = Math.min(AllocateMethod.MAX_COUNT, waiting.size() + lookahead(nowNanos));
    inFlight = new Request(++lastRequestId, count);
    return inFlight;
  }

  /**
   * How many timestamps to fetch ahead: far more than the last lease gave out. Unused ones cost
   * nothing, while one too few costs a request and its callers' waits.
   */
  private int lookahead(long nowNanos) {
    if (leaseTime.nanos() == 0) {
      return 0;
    }
    if (lease.isUsedUp() && !lease.isExpired(nowNanos)) {
      return Math.max(LOOKAHEAD_MIN, 4 * (lease.size() + waiting.size()));
    }
    return Math.max(4 * lease.taken(), lease.size() / 2);
  }

  /** How many requests were sent, those sent again not counted. */
  synchronized long requestsSent() {
    return lastRequestId;
  }

  private void send(Request request) {
    if (request != null) {
      requests.send(request.id, request.count);
    }
  }

  private String because() {
    String reason = trouble;
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private TimestampOracleException closedException() {
    return failure("the client is closed");
  }

  private TimestampOracleException failure(String reason) {
    return new TimestampOracleException("no timestamp from " + address + ": " + reason);
  }

  private record Request(long id, int count) {}

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    volatile long timestamp = TimestampLease.NONE;
    volatile boolean abandoned;
  }

  /** Timestamps that were fetched ahead of demand, to be taken until a point in time. */
  private static final class TimestampLease {
    static final long NONE = 0;

    private final long first;
    private final long end;
    private final long renewNanos;
    private final long expiresNanos;
    private final AtomicLong next;
    private final AtomicBoolean renewed = new AtomicBoolean();

    /**
     * A lease of the timestamps {@code first} (inclusive) to {@code end} (exclusive), to be renewed
     * when half of its time has passed, so that its successor comes in time.
     */
    TimestampLease(long first, long end, long nowNanos, long leaseNanos) {
      this.first = first;
      this.end = end;
      this.renewNanos = nowNanos + leaseNanos / 2;
      this.expiresNanos = nowNanos + leaseNanos;
      this.next = new AtomicLong(first);
    }

    /** Takes the lowest timestamp left, or {@link #NONE}. */
    long take(long nowNanos) {
      if (isUsedUp() || isExpired(nowNanos)) {
        return NONE;
      }
      long taken = next.getAndIncrement();
      return taken < end ? taken : NONE;
    }

    /** True for the one caller that has to fetch the lease's successor. */
    boolean claimRenewal(long nowNanos) {
      return nowNanos - renewNanos >= 0 && !renewed.get() && renewed.compareAndSet(false, true);
    }

    boolean isExpired(long nowNanos) {
      return nowNanos - expiresNanos >= 0;
    }

    boolean isUsedUp() {
      return next.get() >= end;
    }

    int size() {
      return (int) (end - first);
    }

    int taken() {
      return (int) (Math.min(next.get(), end) - first);
    }
  }
}
