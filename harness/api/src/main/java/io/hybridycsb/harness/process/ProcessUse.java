package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What a process and its children have used since they started.
 *
 * @param cpuSeconds user and system time
 * @param rssBytes resident memory now; memory that several processes share counts for each
 * @param writtenBytes bytes written to storage; -1 if the kernel doesn't report it
 */
public record ProcessUse(double cpuSeconds, long rssBytes, @JsonIgnore long writtenBytes) {

  /** That of which no more than the CPU time is known. */
  public static ProcessUse ofCpu(double cpuSeconds) {
    return new ProcessUse(cpuSeconds, 0, -1);
  }

  /** The same with another CPU time. */
  public ProcessUse withCpu(double seconds) {
    return new ProcessUse(seconds, rssBytes, writtenBytes);
  }

  /** The same with what was written. */
  public ProcessUse withWritten(long bytes) {
    return new ProcessUse(cpuSeconds, rssBytes, bytes);
  }

  ProcessUse plus(ProcessUse other) {
    boolean known = writtenBytes >= 0 && other.writtenBytes >= 0;
    return new ProcessUse(
        cpuSeconds + other.cpuSeconds,
        rssBytes + other.rssBytes,
        known ? writtenBytes + other.writtenBytes : -1);
  }
}
