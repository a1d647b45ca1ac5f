package io.hybridycsb.harness;

/** A failure whose message is one clear line for the user; it never shows as a stack trace. */
public class HarnessException extends RuntimeException {
  public HarnessException(String message) {
    super(message);
  }

  public HarnessException(String message, Throwable cause) {
    super(message, cause);
  }
}
