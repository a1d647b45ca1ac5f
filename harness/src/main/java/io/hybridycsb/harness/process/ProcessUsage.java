package io.hybridycsb.harness.process;

/**
 * What a process has used.
 *
 * @param cpuSeconds user and system time of all its threads since it started
 * @param rssBytes memory that is resident now
 */
public record ProcessUsage(double cpuSeconds, long rssBytes) {}
