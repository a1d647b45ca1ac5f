package io.hybridycsb.relational.node.audit;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says at most once a second how far the audit is, so that a short audit says nothing. */
final class Progress {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Consumer<String> out;
  private long saidNanos = System.nanoTime();

  Progress(Consumer<String> out) {
    this.out = out;
  }

  void say(String format, Object... arguments) {
    long now = System.nanoTime();
    if (now - saidNanos >= EVERY_NANOS) {
      saidNanos = now;
      out.accept("audit: " + String.format(format, arguments));
    }
  }
}
