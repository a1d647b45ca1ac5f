package io.hybridycsb.ycsb.outcome;

import java.io.PrintStream;

/** Says the first line it is given, and no thread exits before that line is out. */
final class FirstLineTerminator implements Terminator {
  private final PrintStream errors;
  private final Runnable exit;
  private final Runnable failAtEnd;
  private boolean said;

  FirstLineTerminator(PrintStream errors, Runnable exit, Runnable failAtEnd) {
    this.errors = errors;
    this.exit = exit;
    this.failAtEnd = failAtEnd;
  }

  @Override
  public void terminate(String line) {
    say(line);
    exit.run();
  }

  @Override
  public void failAtEnd(String line) {
    say(line);
    failAtEnd.run();
  }

  private synchronized void say(String line) {
    if (!said) {
      said = true;
      errors.println(line);
      errors.flush();
    }
  }
}
