package io.hybridycsb.veritas.server.audit;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says at most once a second how far the audit is, so that a short audit says nothing. */
final class Progress {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoClock;
  private final Consumer<String> out;
  private long saidNanos;

  Progress(LongSupplier nanoClock, Consumer<String> out) {
    this.nanoClock = nanoClock;
    this.out = out;
    saidNanos = nanoClock.getAsLong();
  }

  void say(String format, Object... arguments) {
    long now = nanoClock.getAsLong();
    if (now - saidNanos >= EVERY_NANOS) {
      saidNanos = now;
      out.accept("audit: " + String.format(format, arguments));
    }
  }
}
