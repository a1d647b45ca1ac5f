package io.hybridycsb.harness.cli.terminal;

import java.io.PrintWriter;

/** Lines for users, each flushed at once. */
public final class Output {
  private Output() {}

  public static void line(PrintWriter out, String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }
}
