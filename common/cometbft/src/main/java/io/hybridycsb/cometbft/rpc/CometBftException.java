package io.hybridycsb.cometbft.rpc;

/** CometBFT didn't answer within the deadline, or answered with an error. One line. */
public final class CometBftException extends RuntimeException {
  CometBftException(String message) {
    super(message);
  }

  CometBftException(String message, Throwable cause) {
    super(message, cause);
  }
}
