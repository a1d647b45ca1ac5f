package io.hybridycsb.ycsb.client;

import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;

/**
 * Runs YCSB's client, as bin/ycsb does, with what that lacks. What YCSB can't use is refused in one
 * line with status 2. Mistyped properties are told. Signals end a run with the results so far.
 */
public final class ClientMain {
  private static final int MISUSE = 2;

  private ClientMain() {}

  /**
   * Takes YCSB's own arguments.
   *
   * @param args as of site.ycsb.Client
   */
  public static void main(String[] args) {
    String[] checked;
    try {
      checked = checked(args);
    } catch (Misuse e) {
      System.err.println("ycsb: " + e.getMessage());
      System.exit(MISUSE);
      return;
    }
    Signals.handle();
    Client.main(checked);
  }

  private static String[] checked(String... args) {
    Arguments arguments = new Arguments(args);
    Properties given = arguments.properties();
    Properties changed = Checks.stripped(given);
    given.putAll(changed);
    Checks.requireNumbers(given);
    Class<? extends Workload> workload = Checks.workload(given);
    Checks.requireWork(workload, given);
    Checks.requireSkew(workload, given);
    Checks.warnings(given).forEach(line -> System.err.println("ycsb: warning: " + line));
    EndedWorkload.willRun(workload, arguments::removeCopies);
    changed.setProperty(Client.WORKLOAD_PROPERTY, EndedWorkload.class.getName());
    return arguments.with(changed);
  }

  /** Whether YCSB is to run the workload, not to load its records. */
  static boolean isRun(Properties properties) {
    return Boolean.parseBoolean(
        properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true").strip());
  }
}
