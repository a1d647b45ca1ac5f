package io.hybridycsb.harness.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs the hybrid command and keeps what it prints. */
public abstract class CommandFixture {
  protected final StringWriter out = new StringWriter();
  protected final StringWriter err = new StringWriter();

  /** Its exit status. */
  protected final int hybrid(Object... arguments) {
    CommandLine commandLine = HybridMain.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
  }
}
