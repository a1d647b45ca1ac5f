package io.hybridycsb.sharedlog;

/** The shared log failed; the message names it and its address. */
public final class LogException extends RuntimeException {
  public LogException(String message) {
    super(message);
  }

  public LogException(String message, Throwable cause) {
    super(message, cause);
  }
}
