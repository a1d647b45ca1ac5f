package io.hybridycsb.harness;

/**
 * What a system has done or answered is wrong, or nobody can tell any more whether it is right.
 * Unlike other failures, such a one stays a result.
 */
public final class CorrectnessException extends HarnessException {
  public CorrectnessException(String message) {
    super(message);
  }
}
