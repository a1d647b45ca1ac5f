package io.hybridycsb.harness.cli;

import java.io.PrintWriter;

/** Lines for people, each shown the moment it is said. */
final class Output {
  private Output() {}

  static void line(PrintWriter out, String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }
}
