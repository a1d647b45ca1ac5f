package io.hybridycsb.harness;

/** The user asked for something that doesn't exist or isn't possible: exit status 2, not 1. */
public final class UsageException extends HarnessException {
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }

  public UsageException(String message) {
    super(message);
  }
}
