package io.hybridycsb.tso.client;

import io.hybridycsb.tls.ClientTls;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fetches timestamps from an oracle. One client serves any number of threads; share it.
 *
 * <p><b>Guarantee.</b> No two calls, of this or any other client of the oracle, return the same
 * timestamp. A call that begins after another call on the same client has returned gets a higher
 * timestamp, across reconnects and restarts of the oracle. Timestamps are fetched ahead and handed
 * out for a lease: an eighth of what the last commits took, within {@link Options}' bounds. By that
 * much timestamps of two clients may be out of order.
 *
 * <p>The client connects at the first call and again by itself whenever the oracle comes back.
 */
public final class TimestampClient implements AutoCloseable {
  private final AllocateConnection connection;
  private final LeaseTime leaseTime;
  private final TimestampCoalescer coalescer;

  private TimestampClient(HostPort address, Options options, Optional<ClientTls> tls) {
    connection = new AllocateConnection(address, tls);
    leaseTime = new LeaseTime(options);
    coalescer =
        new TimestampCoalescer(
            address.toString(), connection, leaseTime, options.waitingMax(), System::nanoTime);
    connection.listen(coalescer);
  }

  /**
   * Makes a client. Doesn't wait for a connection.
   *
   * @param address the oracle's {@code HOST:PORT}
   * @param tls by which it connects; empty: plain connections
   * @throws IllegalArgumentException if the address is malformed
   */
  public static TimestampClient connect(String address, Options options, Optional<ClientTls> tls) {
    return new TimestampClient(HostPort.parse(address), options, tls);
  }

  /**
   * Returns a new timestamp, greater than 0. Waits for the oracle where needed.
   *
   * @param timeoutMs how long to wait at most
   * @throws TimestampOracleException if there is none in time, at once if {@link
   *     Options#waitingMax()} callers wait already, when the client is closed, or when the thread
   *     is interrupted (its interrupt status stays set)
   */
  public long next(long timeoutMs) {
    return coalescer.next(timeoutMs);
  }

  /**
   * Tells how long a transaction's commit took, in ns. Timestamps are leased for an eighth of what
   * the last commits took.
   */
  public void commitTook(long nanos) {
    leaseTime.commitTook(nanos);
  }

  /** How many requests were sent so far. */
  long requestsSent() {
    return coalescer.requestsSent();
  }

  /** Fails the callers that wait, and disconnects. */
  @Override
  public void close() {
    coalescer.close();
    connection.close();
  }

  /**
   * What can be set.
   *
   * @param leaseMsMin for how long timestamps that were fetched ahead are handed out at least.
   *     Longer leases save requests, but old timestamps make transactions abort.
   * @param leaseMsMax for how long at most, however long commits take; 0 fetches none ahead
   * @param waitingMax how many callers may wait at a time
   */
  public record Options(long leaseMsMin, long leaseMsMax, int waitingMax) {
    /**
     * Leases of 2 to 20 ms, 10,000 waiting callers. A lease is renewed after half of its time, so
     * 20 ms make 100 requests a second: longer ones would save next to nothing.
     */
    public static final Options DEFAULT = new Options(2, 20, 10_000);

    /** Checks the bounds. */
    public Options {
      if (leaseMsMax < 0 || leaseMsMax > 60_000) {
        throw new IllegalArgumentException("leaseMsMax must be 0 to 60000, but is " + leaseMsMax);
      }
      if (leaseMsMin < 0 || leaseMsMin > leaseMsMax) {
        throw new IllegalArgumentException(
            "leaseMsMin must be 0 to leaseMsMax, " + leaseMsMax + ", but is " + leaseMsMin);
      }
      if (waitingMax < 1 || waitingMax > 1_000_000) {
        throw new IllegalArgumentException("waitingMax must be 1 to 1000000, but is " + waitingMax);
      }
    }
  }

  /**
   * For how long timestamps are leased: an eighth of what the client's last commits took, within
   * bounds.
   *
   * <p>A version that a client can see got its timestamp at least the time of its own commit
   * earlier. So a timestamp that is younger than any commit is newer than all versions that were
   * committed before it was asked for. An eighth leaves room for other clients, whose commits may
   * take less, and keeps conflicts rare among transactions that are underway at the same time.
   */
  static final class LeaseTime {
    private static final int PART_OF_COMMIT = 8;

    /** One commit changes the average by this part of the difference. */
    private static final int SMOOTHING = 16;

    private final long minNanos;
    private final long maxNanos;
    private final AtomicLong averageNanos = new AtomicLong();

    LeaseTime(TimestampClient.Options options) {
      this.minNanos = TimeUnit.MILLISECONDS.toNanos(options.leaseMsMin());
      this.maxNanos = TimeUnit.MILLISECONDS.toNanos(options.leaseMsMax());
    }

    /** Takes what another commit took. */
    void commitTook(long nanos) {
      averageNanos.accumulateAndGet(
          nanos, (average, last) -> average + (last - average) / SMOOTHING);
    }

    /** The lease of timestamps that come now, in ns. */
    long nanos() {
      return Math.min(maxNanos, Math.max(minNanos, averageNanos.get() / PART_OF_COMMIT));
    }
  }
}
