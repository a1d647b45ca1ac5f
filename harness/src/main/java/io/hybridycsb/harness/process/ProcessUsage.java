package io.hybridycsb.harness.process;

/**
 * What a process has used, or several.
 *
 * @param cpuSeconds user and system time of all its threads since it started
 * @param rssBytes memory that is resident now; of several, what they share counts for each
 */
public record ProcessUsage(double cpuSeconds, long rssBytes) {

  ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(cpuSeconds + other.cpuSeconds, rssBytes + other.rssBytes);
  }
}
