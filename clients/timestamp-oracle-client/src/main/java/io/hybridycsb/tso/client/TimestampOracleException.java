package io.hybridycsb.tso.client;

/**
 * No timestamp was obtained. The message is one line that names the oracle's address and the
 * reason. The call had no effect; it may be repeated.
 */
public final class TimestampOracleException extends RuntimeException {
  TimestampOracleException(String message) {
    super(message);
  }
}
