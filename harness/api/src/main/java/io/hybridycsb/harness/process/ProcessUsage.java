package io.hybridycsb.harness.process;

/**
 * What one or several processes have used.
 *
 * @param cpuSeconds user and system time of all its threads since it started
 * @param rssBytes resident memory; memory that several processes share counts for each
 */
public record ProcessUsage(double cpuSeconds, long rssBytes) {

  ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(cpuSeconds + other.cpuSeconds, rssBytes + other.rssBytes);
  }
}
