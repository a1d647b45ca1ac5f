package io.hybridycsb.harness.cluster;

/** Takes progress messages, a line each. */
@FunctionalInterface
public interface Progress {
  void say(String line);
}
