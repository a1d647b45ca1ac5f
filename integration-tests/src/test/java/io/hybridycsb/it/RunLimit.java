package io.hybridycsb.it;

import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends a run that takes far too long, but with a report: a test that would begin after the limit
 * fails at once, and clusters are stopped as usual. A test that has begun has its own limit, see
 * {@code junit-platform.properties}.
 */
public final class RunLimit implements BeforeAllCallback, BeforeEachCallback {
  private static final Duration LIMIT =
      Duration.ofMinutes(Integer.getInteger("it.limit.minutes", 24 * 60));
  private static final long BEGUN_NS = System.nanoTime();

  @Override
  public void beforeAll(ExtensionContext context) {
    requireTimeLeft();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    requireTimeLeft();
  }

  private static void requireTimeLeft() {
    if (System.nanoTime() - BEGUN_NS > LIMIT.toNanos()) {
      throw new AssertionError(
          "not run: this run of tests has had its %d minutes (it.limit.minutes)"
              .formatted(LIMIT.toMinutes()));
    }
  }
}
