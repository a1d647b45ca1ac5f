package io.hybridycsb.ycsb.client;

import io.hybridycsb.ycsb.outcome.ExitStatus;
import io.hybridycsb.ycsb.outcome.FailureReasons;
import java.util.Properties;
import java.util.function.IntConsumer;
import site.ycsb.Client;

/**
 * Runs YCSB's client, as bin/ycsb does, with what that lacks. What YCSB can't use is refused in one
 * line with status 2. Mistyped properties are told. A command that doesn't do all that it was asked
 * for says so, and fails. Signals end a run with the results so far.
 */
public final class ClientMain {
  /** The status if not all was done. */
  static final int FAILED = 1;

  private static final int MISUSE = 2;

  private ClientMain() {}

  /**
   * Takes YCSB's own arguments.
   *
   * @param args as of site.ycsb.Client
   */
  public static void main(String[] args) {
    Signals.handle();
    System.exit(run(ExitStatus::set, args));
  }

  /**
   * Doesn't return if YCSB prints its results: it exits then by itself, with 0.
   *
   * @param atEnd sets another status that it exits with
   * @return the status to exit with
   */
  static int run(IntConsumer atEnd, String... args) {
    try {
      Client.main(checked(atEnd, args));
      return 0;
    } catch (Misuse e) {
      System.err.println("ycsb: " + e.getMessage());
      return MISUSE;
    } catch (RuntimeException | Error e) {
      System.err.println("ycsb: " + FailureReasons.of(e));
      return FAILED;
    }
  }

  private static String[] checked(IntConsumer atEnd, String... args) {
    Arguments arguments = new Arguments(args);
    Properties given = arguments.properties();
    Properties changed = Checks.stripped(given);
    given.putAll(changed);
    Asked asked = Checks.checked(given, arguments::removeCopies, atEnd);
    Checks.warnings(given).forEach(line -> System.err.println("ycsb: warning: " + line));
    EndedWorkload.willRun(asked);
    changed.putAll(asked.others());
    return arguments.with(changed);
  }

  /** Whether YCSB is to run the workload, not to load its records. */
  static boolean isRun(Properties properties) {
    return Boolean.parseBoolean(
        properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true").strip());
  }
}
