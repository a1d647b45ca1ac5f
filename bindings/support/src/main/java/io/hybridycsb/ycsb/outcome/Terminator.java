package io.hybridycsb.ycsb.outcome;

/**
 * Ends the process. YCSB itself would go on with the threads that are left, even with none, and
 * exit with status 0.
 */
@FunctionalInterface
public interface Terminator {
  /** Says why on standard error, once for all threads, and exits with status 1. */
  Terminator EXIT =
      new FirstLineTerminator(System.err, () -> System.exit(1), () -> ExitStatus.set(1));

  /**
   * @param line why, for people
   */
  void terminate(String line);

  /**
   * Lets the process run to its end, but exit with status 1 whatever status it asks for.
   *
   * @param line why, for people
   */
  default void failAtEnd(String line) {
    terminate(line);
  }
}
