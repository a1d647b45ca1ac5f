package io.hybridycsb.ycsb.support;

/**
 * Ends the process. YCSB itself would go on with the threads that are left, down to none, and exit
 * with status 0.
 */
@FunctionalInterface
public interface Terminator {
  /** Says why on standard error, once for all threads, and exits with status 1. */
  Terminator EXIT = new SayOnce(System.err, () -> System.exit(1));

  /**
   * @param line why, for people
   */
  void terminate(String line);
}
