package io.hybridycsb.harness.cluster;

/** Takes one line at a time about what is going on. */
@FunctionalInterface
public interface Progress {
  void say(String line);
}
