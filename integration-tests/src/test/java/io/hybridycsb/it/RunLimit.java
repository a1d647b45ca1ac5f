package io.hybridycsb.it;

import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends a run that takes far too long with a report: what would begin after the limit fails at once,
 * and clusters are stopped as ever. What has begun has the limit of a single test, see {@code
 * junit-platform.properties}.
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
