package io.hybridycsb.smt;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * How a tree works. Immutable: each method returns a changed copy.
 *
 * <p>A retained version keeps the nodes that later versions replaced: about 0.6 MB for an update of
 * 1,000 keys in a tree of 100,000.
 */
public final class Options {
  /** The most versions a tree can retain. */
  public static final int VERSIONS_RETAINED_MAX = 65_536;

  /** The most threads that work on one update. */
  public static final int PARALLELISM_MAX = 256;

  private static final Options DEFAULTS = new Options(16, 1, Runnable::run);

  private final int versionsRetained;
  private final int parallelism;
  private final Executor executor;

  private Options(int versionsRetained, int parallelism, Executor executor) {
    this.versionsRetained = versionsRetained;
    this.parallelism = parallelism;
    this.executor = executor;
  }

  /** 16 versions retained; the calling thread does all the work. */
  public static Options defaults() {
    return DEFAULTS;
  }

  /** Retains this many versions, the latest included: 1 to {@link #VERSIONS_RETAINED_MAX}. */
  public Options versionsRetained(int versions) {
    return new Options(
        requireRange(versions, VERSIONS_RETAINED_MAX, "versionsRetained"), parallelism, executor);
  }

  /**
   * Spreads large updates over the calling thread and up to {@code parallelism - 1} tasks of an
   * executor, which stays the caller's to shut down. Results are the same with any parallelism.
   */
  public Options parallelism(int parallelism, Executor executor) {
    return new Options(
        versionsRetained,
        requireRange(parallelism, PARALLELISM_MAX, "parallelism"),
        Objects.requireNonNull(executor, "executor"));
  }

  private static int requireRange(int value, int max, String name) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " must be 1 to " + max + ", but is " + value);
    }
    return value;
  }

  int versionsRetained() {
    return versionsRetained;
  }

  int parallelism() {
    return parallelism;
  }

  Executor executor() {
    return executor;
  }
}
