package io.hybridycsb.ycsb.support;

import java.io.PrintStream;

/** Says the first line it is given, and no thread exits before that line is out. */
final class SayOnce implements Terminator {
  private final PrintStream errors;
  private final Runnable exit;
  private boolean said;

  SayOnce(PrintStream errors, Runnable exit) {
    this.errors = errors;
    this.exit = exit;
  }

  @Override
  public void terminate(String line) {
    say(line);
    exit.run();
  }

  private synchronized void say(String line) {
    if (!said) {
      said = true;
      errors.println(line);
      errors.flush();
    }
  }
}
