package io.hybridycsb.harness.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one process used.
 *
 * @param role such as node, shared-log or client
 * @param writtenBytes bytes written to storage, by the kernel's count; -1 if unknown
 * @param memory missing if unknown, and in results of earlier releases
 * @param network as memory
 * @param contextSwitches as memory
 * @param host where it ran; missing for the machine that 'machine' describes
 */
public record ProcessCost(
    String role,
    double cpuSeconds,
    long writtenBytes,
    Optional<Memory> memory,
    Optional<Network> network,
    Optional<ContextSwitches> contextSwitches,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ClientHost> host) {
  public static final String CLIENT = "client";

  /** One on this machine of which no more is known. */
  public ProcessCost(String role, double cpuSeconds, long writtenBytes) {
    this(
        role,
        cpuSeconds,
        writtenBytes,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public boolean ofClient() {
    return role.equals(CLIENT);
  }

  /** Whether it ran on the machine that the result describes. */
  public boolean ranHere() {
    return host.isEmpty();
  }

  /** The same with its memory. */
  public ProcessCost with(Optional<Memory> seen) {
    return new ProcessCost(role, cpuSeconds, writtenBytes, seen, network, contextSwitches, host);
  }

  /** The same on another host. */
  public ProcessCost on(ClientHost where) {
    return new ProcessCost(
        role, cpuSeconds, writtenBytes, memory, network, contextSwitches, Optional.of(where));
  }

  /**
   * Another machine on which a client ran.
   *
   * @param name as its user calls it
   * @param cores that it has; 0 if it doesn't tell what its processors do
   * @param coresBusy how many of them anything on it kept busy, on average; missing if unknown
   * @param clockOffsetMs by how much its clock was ahead of this machine's, before and after the
   *     run on average
   * @param clockUncertaintyMs by how much the offset may have been another, at either moment
   */
  public record ClientHost(
      String name,
      int cores,
      OptionalDouble coresBusy,
      double clockOffsetMs,
      double clockUncertaintyMs) {

    /** The same with another number of busy cores. */
    public ClientHost busy(double busy) {
      return new ClientHost(
          name, cores, OptionalDouble.of(busy), clockOffsetMs, clockUncertaintyMs);
    }
  }

  /** Resident memory of a process with its children, looked at once a second. */
  public record Memory(long peakRssBytes, long meanRssBytes) {}

  /**
   * How often the threads of the process and its children have left a processor. Threads that have
   * ended are not counted.
   *
   * @param voluntary because they waited for something
   * @param involuntary because the kernel let others run
   */
  public record ContextSwitches(long voluntary, long involuntary) {
    public static final ContextSwitches NONE = new ContextSwitches(0, 0);

    public ContextSwitches plus(ContextSwitches other) {
      return new ContextSwitches(voluntary + other.voluntary, involuntary + other.involuntary);
    }

    /** What a thread has added since it had these; all if it is another one of the same number. */
    public ContextSwitches since(ContextSwitches before) {
      boolean other = voluntary < before.voluntary || involuntary < before.involuntary;
      return other
          ? this
          : new ContextSwitches(voluntary - before.voluntary, involuntary - before.involuntary);
    }

    public long all() {
      return voluntary + involuntary;
    }
  }

  /**
   * Bytes of TCP connections, without the headers of packets; a lower bound, for a connection that
   * was closed meanwhile isn't seen.
   *
   * @param sentBytes with those that were sent again
   */
  public record Network(long sentBytes, long receivedBytes) {
    public static final Network NOTHING = new Network(0, 0);

    public Network plus(Network other) {
      return new Network(sentBytes + other.sentBytes, receivedBytes + other.receivedBytes);
    }

    /** What went over a connection since it had these counts; all of it if it is a later one. */
    public Network since(Network before) {
      boolean later = sentBytes < before.sentBytes || receivedBytes < before.receivedBytes;
      return later
          ? this
          : new Network(sentBytes - before.sentBytes, receivedBytes - before.receivedBytes);
    }
  }
}
