package io.hybridycsb.verification;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** When it is time for what is done about once a second, beside other work of many threads. */
public final class OnceASecond {
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private final AtomicLong lastNs;

  /** The first time is now. */
  public static OnceASecond dueNow() {
    OnceASecond due = new OnceASecond();
    due.lastNs.addAndGet(-SECOND_NS);
    return due;
  }

  /** The first time is a second from now. */
  public OnceASecond() {
    this(System::nanoTime);
  }

  OnceASecond(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    lastNs = new AtomicLong(nanoTime.getAsLong());
  }

  /** Whether it is time, and the caller the one to do it. */
  public boolean isDue() {
    long now = nanoTime.getAsLong();
    long last = lastNs.get();
    return now - last >= SECOND_NS && lastNs.compareAndSet(last, now);
  }
}
