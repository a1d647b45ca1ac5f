package io.hybridycsb.harness.bench.plan;

/**
 * The first part of a run, which isn't counted.
 *
 * @param found whether its end is found by watching the run; otherwise it lasts {@code seconds}
 * @param seconds its length, or if it is found, the longest that it may become; 0: there is none
 */
public record WarmUp(boolean found, long seconds) {
  private static final long NEW_CLUSTER_TIMES = 3;

  /** The setting's value for a warm-up whose end is found. */
  public static final String AUTO = "auto";

  /** As the first run on a new cluster has it: the servers warm up with the clients. */
  public WarmUp onNewCluster() {
    return found ? new WarmUp(true, NEW_CLUSTER_TIMES * seconds) : this;
  }

  /** Whether a run has such a part. */
  public boolean exists() {
    return seconds > 0;
  }

  /** As an experiment's file spells it: auto, or the seconds. */
  public String spelled() {
    return found ? AUTO : Long.toString(seconds);
  }
}
