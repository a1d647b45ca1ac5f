package io.hybridycsb.tls;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the connections to one port that are refused or closed, a line each. The rate is limited,
 * since strangers must not be able to fill the disk. The next line that may be logged comes after
 * one that says how many were left out.
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

  /** A connection wasn't accepted. For any thread. */
  public void add(SocketAddress from, String reason) {
    log("refused a connection from {}: {}", from, reason);
  }

  /** An accepted connection is closed. For any thread. */
  public void closed(SocketAddress from, String reason) {
    log("closed the connection from {}: {}", from, reason);
  }

  private synchronized void log(String line, SocketAddress from, String reason) {
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
      LOG.warn("refused or closed {} more connections, a line for each was left out", leftOut);
      leftOut = 0;
    }
    LOG.warn(line, from, reason);
  }
}
