package io.hybridycsb.smt;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * How a tree works. Immutable: each method returns a changed copy.
 *
 * <p>A retained version keeps the nodes that later versions replaced: about 0.6 MB for an update of
 * 1,000 keys in a tree of 100,000.
 *
 * @param versionsRetained how many, the latest included: 1 to {@link #VERSIONS_RETAINED_MAX}
 * @param parallelism threads that work on a large update: 1 to {@link #PARALLELISM_MAX}
 * @param executor runs all of these but the caller's; stays the caller's to shut down
 */
public record Options(int versionsRetained, int parallelism, Executor executor) {
  /** The most versions a tree can retain. */
  public static final int VERSIONS_RETAINED_MAX = 65_536;

  /** The most threads that work on one update. */
  public static final int PARALLELISM_MAX = 256;

  private static final Options DEFAULTS = new Options(16, 1, Runnable::run);

  /** Checks the numbers. */
  public Options {
    requireRange(versionsRetained, VERSIONS_RETAINED_MAX, "versionsRetained");
    requireRange(parallelism, PARALLELISM_MAX, "parallelism");
    Objects.requireNonNull(executor, "executor");
  }

  /** 16 versions retained; the calling thread does all the work. */
  public static Options defaults() {
    return DEFAULTS;
  }

  /** Retains this many versions, the latest included: 1 to {@link #VERSIONS_RETAINED_MAX}. */
  public Options versionsRetained(int versions) {
    return new Options(versions, parallelism, executor);
  }

  /**
   * Spreads large updates over the calling thread and up to {@code parallelism - 1} tasks of an
   * executor, which stays the caller's to shut down. Results are the same with any parallelism.
   */
  public Options parallelism(int parallelism, Executor executor) {
    return new Options(versionsRetained, parallelism, executor);
  }

  private static void requireRange(int value, int max, String name) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " must be 1 to " + max + ", but is " + value);
    }
  }
}
