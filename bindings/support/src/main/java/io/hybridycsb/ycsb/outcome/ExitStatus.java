package io.hybridycsb.ycsb.outcome;

import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** The status that this process exits with, whatever status YCSB asks for. */
public final class ExitStatus {
  /** Name of the property. */
  public static final String PROPERTY = "hybrid.exit";

  private static final int FAILED = 1;
  private static final AtomicInteger STATUS = new AtomicInteger();

  private ExitStatus() {}

  /** Whether properties ask for YCSB's own status, which is 0 also if not all was done. */
  public static boolean isYcsbs(Properties properties) {
    return "ycsb".equals(properties.getProperty(PROPERTY, "").strip());
  }

  /**
   * Sets it. A failure's 1 stays, whatever else ends the process.
   *
   * @param status not 0
   */
  public static void set(int status) {
    int before = STATUS.getAndUpdate(old -> old == FAILED ? FAILED : status);
    if (before == 0) {
      haltAtExit(Runtime.getRuntime());
    }
  }

  /** There is no other way to change the status that a process exits with. */
  private static void haltAtExit(Runtime runtime) {
    try {
      runtime.addShutdownHook(new Thread(() -> runtime.halt(STATUS.get()), "exit status"));
    } catch (IllegalStateException e) {
      // It is exiting already, because of a failure of another thread.
    }
  }
}
