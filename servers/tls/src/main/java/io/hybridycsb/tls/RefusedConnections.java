package io.hybridycsb.tls;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused connections to one port, a line each. The rate is limited, since strangers must not
 * be able to fill the disk. The next line that may be logged comes after one that says how many
 * were left out.
 */
public final class RefusedConnections {
  static final int LINES_MAX = 10;
  static final long PERIOD_MS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(RefusedConnections.class);
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(PERIOD_MS);

  private final LongSupplier clock;
  private boolean begun;
  private long beganNanos;
  private int lines;
  private long leftOut;

  /**
   * @param clock as {@link System#nanoTime}
   */
  public RefusedConnections(LongSupplier clock) {
    this.clock = clock;
  }

  /** For any thread. */
  public synchronized void add(SocketAddress from, String reason) {
    long now = clock.getAsLong();
    if (!begun || now - beganNanos >= PERIOD_NANOS) {
      begun = true;
      beganNanos = now;
      lines = 0;
    }
    if (lines == LINES_MAX) {
      leftOut++;
      return;
    }
    lines++;
    if (leftOut > 0) {
      LOG.warn("refused {} more connections, a line for each was left out", leftOut);
      leftOut = 0;
    }
    LOG.warn("refused a connection from {}: {}", from, reason);
  }
}
