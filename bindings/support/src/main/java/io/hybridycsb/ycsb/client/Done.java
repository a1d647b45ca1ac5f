package io.hybridycsb.ycsb.client;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** How much of a load or a run was done, and why not all. */
final class Done {
  private final String loaded;
  private final long asked;
  private final LongAdder inserts = new LongAdder();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger errors = new AtomicInteger();
  private final AtomicReference<Throwable> first = new AtomicReference<>();

  /**
   * @param loaded what is loaded, such as records; empty in a run
   * @param asked how many of them
   */
  Done(String loaded, long asked) {
    this.loaded = loaded;
    this.asked = asked;
  }

  void inserted() {
    inserts.increment();
  }

  /** An insert has failed, and so ended its thread. */
  void refused() {
    refused.incrementAndGet();
  }

  /** An error has ended a thread. */
  void failed(Throwable e) {
    errors.incrementAndGet();
    first.compareAndSet(null, e);
  }

  /**
   * A line that says what is missing.
   *
   * @param signal what has ended the process; empty if none has
   */
  Optional<String> incomplete(String signal) {
    long missing = loaded.isEmpty() ? 0 : asked - inserts.sum();
    if (missing > 0) {
      return Optional.of(
          "the load is not complete: %d of %d %s are missing: %s"
              .formatted(missing, asked, loaded, reason(signal)));
    }
    return first.get() == null
        ? Optional.empty()
        : Optional.of("not all operations were tried: " + reason(signal));
  }

  private String reason(String signal) {
    Throwable error = first.get();
    if (error != null) {
      return "%s ended with an error: %s".formatted(threads(errors.get()), told(error));
    }
    if (refused.get() > 0) {
      return "%s ended with an insert that failed".formatted(threads(refused.get()));
    }
    return signal.isEmpty() ? "the time was over" : signal + " has ended it";
  }

  private static String threads(int count) {
    return count == 1 ? "a thread" : count + " threads";
  }

  private static String told(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return (trace.length == 0 ? e.toString() : e + " at " + trace[0]).replace('\n', ' ');
  }
}
