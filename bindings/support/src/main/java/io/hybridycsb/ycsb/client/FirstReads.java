package io.hybridycsb.ycsb.client;

import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.Status;

/** Whether a run's first reads find no record at all, which is told once. */
final class FirstReads {
  private static final int ENOUGH = 100;

  private final AtomicInteger absent = new AtomicInteger();
  private volatile boolean known;

  /** Looks at the result of one. */
  void saw(Status status) {
    if (known || status == null) {
      return;
    }
    if (status.isOk()) {
      known = true;
    } else if (status.equals(Status.NOT_FOUND) && absent.incrementAndGet() == ENOUGH) {
      tell();
    }
  }

  /** Says that there are no more of them. */
  void end() {
    if (!known && absent.get() > 0) {
      tell();
    }
  }

  private void tell() {
    known = true;
    System.err.printf(
        "ycsb: warning: the first %d reads have found no record: was the workload loaded?%n",
        absent.get());
  }
}
