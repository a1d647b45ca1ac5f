package io.hybridycsb.ycsb.outcome;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.DBException;

/** Tells why operations failed: each reason once, and not more than a screenful of them. */
public final class FailureReasons {
  private static final int REASONS_MAX = 20;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Why something failed, in one line for people. */
  public static String of(Throwable e) {
    String message = e.getMessage();
    boolean forPeople =
        message != null && (e instanceof RuntimeException || e instanceof DBException);
    return (forPeople ? message : e.toString()).replace('\n', ' ');
  }

  /** Prints a line, unless it was told before. */
  public void tell(String line, PrintStream out) {
    if (told.size() > REASONS_MAX || !told.add(line)) {
      return;
    }
    out.println(told.size() > REASONS_MAX ? "further reasons are not shown" : line);
  }
}
